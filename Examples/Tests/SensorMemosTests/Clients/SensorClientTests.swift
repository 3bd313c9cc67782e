import Testing

@testable import SensorMemos

@Suite struct SensorClientTests {
  @Test(arguments: Sensor.allCases)
  func theMachineHasEachSensor(sensor: Sensor) async throws {
    let client = SensorClient.liveValue
    for _ in 1...3 {
      let value = try await client.read(sensor)
      #expect((0...100).contains(value))
    }
  }
}
