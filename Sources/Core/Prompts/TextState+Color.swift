public import Foundation

extension TextState {
  /// A color of a text. Nothing here displays it; texts of other colors are unequal.
  public struct Color: Hashable, Sendable, CustomStringConvertible {
    /// The name of the color, or its components.
    public let description: String

    /// The components and the opacities that the description rounds.
    private var components: [Double] = []

    private init(description: String) { self.description = description }

    /// A color by the name that it has in a catalogue.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - bundle: The bundle of the catalogue, which is ignored.
    public init(_ name: String, bundle: Bundle? = nil) {
      self.init(description: "NamedColor(\(name))")
    }

    /// A color by its components, from zero to one.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
      let components = [red, green, blue, opacity].map(Self.clamped)
      let digits = components.map { component in
        let byte = Int((component * 255).rounded())
        return (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
      self.init(description: "#" + digits.joined())
      self.components = components
    }

    /// A gray, from black to white.
    public init(white: Double, opacity: Double = 1) {
      self.init(red: white, green: white, blue: white, opacity: opacity)
    }

    /// The color with another opacity.
    public func opacity(_ opacity: Double) -> Self {
      let opacity = Self.clamped(opacity)
      var color = Self(description: "\(Int((opacity * 100).rounded()))% \(description)")
      color.components = components + [opacity]
      return color
    }

    /// The component, limited to zero and one; a NaN is zero.
    private static func clamped(_ component: Double) -> Double {
      component > 0 ? min(component, 1) : 0
    }

    /// The color of this name.
    public static var black: Self { Self(description: "black") }
    /// The color of this name.
    public static var blue: Self { Self(description: "blue") }
    /// The color of this name.
    public static var brown: Self { Self(description: "brown") }
    /// The color of this name.
    public static var clear: Self { Self(description: "clear") }
    /// The color of this name.
    public static var cyan: Self { Self(description: "cyan") }
    /// The color of this name.
    public static var gray: Self { Self(description: "gray") }
    /// The color of this name.
    public static var green: Self { Self(description: "green") }
    /// The color of this name.
    public static var indigo: Self { Self(description: "indigo") }
    /// The color of this name.
    public static var mint: Self { Self(description: "mint") }
    /// The color of this name.
    public static var orange: Self { Self(description: "orange") }
    /// The color of this name.
    public static var pink: Self { Self(description: "pink") }
    /// The color of this name.
    public static var purple: Self { Self(description: "purple") }
    /// The color of this name.
    public static var red: Self { Self(description: "red") }
    /// The color of this name.
    public static var teal: Self { Self(description: "teal") }
    /// The color of this name.
    public static var white: Self { Self(description: "white") }
    /// The color of this name.
    public static var yellow: Self { Self(description: "yellow") }
    /// The color of this name.
    public static var primary: Self { Self(description: "primary") }
    /// The color of this name.
    public static var secondary: Self { Self(description: "secondary") }
    /// The color of this name.
    public static var accentColor: Self { Self(description: "accentColor") }
  }
}
