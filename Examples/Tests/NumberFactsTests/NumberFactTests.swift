import Testing

@testable import NumberFacts

struct NumberFactTests {
  @Test(arguments: [
    (0, "0 is even, every number divides it, and adding it changes nothing."),
    (1, "1 is odd, the square of 1 and divides every number."),
    (2, "2 is even and a prime: only 1 and itself divide it."),
    (9, "9 is odd, the square of 3 and divided by 1, 3, 9."),
    (97, "97 is odd and a prime: only 1 and itself divide it."),
    (360, "360 is even and divided by 24 numbers, the largest but itself 180."),
    (-7, "-7 is odd, and 7 away from zero on the far side."),
  ])
  func showsFact(number: Int, fact: String) {
    #expect(NumberFact.text(about: number) == fact)
  }

  @Test(arguments: [Int.min, -NumberFact.largest - 1, NumberFact.largest + 1, Int.max])
  func knowsNothingAboutVeryLargeNumbers(number: Int) {
    #expect(NumberFact.text(about: number) == nil)
  }

  @Test func knowsTheLargestNumber() {
    #expect(NumberFact.text(about: NumberFact.largest)?.contains("the square of 1000000") == true)
  }

  @Test(arguments: 1...200)
  func findsTheDivisors(of number: Int) {
    #expect(NumberFact.divisors(of: number) == (1...number).filter(number.isMultiple))
  }
}
