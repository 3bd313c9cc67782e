import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyClient`: a struct of functions whose default is to report that they have none.
enum DependencyClientMacro {
  fileprivate static func isEndpoint(_ property: FunctionProperty) -> Bool {
    !property.declaration.attributes.contains("DependencyEndpointIgnored")
  }
}

extension DependencyClientMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let property = FunctionProperty(member),
      isEndpoint(property), !property.declaration.attributes.contains("DependencyEndpoint"),
      property.declaration.bindings.first?.accessorBlock == nil
    else { return [] }
    return ["@\(raw: module).DependencyEndpoint"]
  }
}

extension DependencyClientMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      diagnose(declaration, node, context)
      return []
    }
    let access = declaration.modifiers.memberAccess
    var parameters: [String] = []
    // Functions have setters, which take that everything else has a value.
    var assignments: [String] = []
    var laterAssignments: [String] = []
    var hasRequired = false
    var hasEndpoints = false
    for member in declaration.memberBlock.members {
      guard let property = member.decl.as(VariableDeclSyntax.self), !property.modifiers.isStatic,
        let name = property.name, let binding = property.bindings.first
      else { continue }
      let isLet = property.bindingSpecifier.tokenKind == .keyword(.let)
      guard property.isStoredVariable || isLet && binding.initializer == nil else { continue }
      guard let type = binding.typeAnnotation?.type else {
        continue
      }
      if let function = FunctionProperty(property), isEndpoint(function) {
        hasEndpoints = true
        parameters.append("\(name.text): \(function.parameterType)")
      } else {
        let isFunction = FunctionProperty(property) != nil
        let value = binding.initializer?.value.trimmedDescription
        let hasDefault = value != nil || (!isLet && type.wrappedOfOptional != nil)
        hasRequired = hasRequired || !hasDefault
        parameters.append(
          "\(name.text): \(isFunction ? "@escaping " : "")\(type.trimmedDescription)"
            + (hasDefault ? " = \(value ?? "nil")" : ""))
      }
      let assignment = "self.\(name.text) = \(name.text)"
      if let function = FunctionProperty(property), isEndpoint(function) {
        laterAssignments.append(assignment)
      } else {
        assignments.append(assignment)
      }
    }
    guard !parameters.isEmpty else { return [] }
    var members: [DeclSyntax] = [
      """
      \(raw: access)init(
      \(raw: parameters.joined(separator: ",\n"))
      ) {
      \(raw: (assignments + laterAssignments).joined(separator: "\n"))
      }
      """
    ]
    if hasEndpoints, !hasRequired { members.append("\(raw: access)init() {}") }
    return members
  }

  private static func diagnose(
    _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    let kind = declaration.kind
    context.diagnose(
      node,
      MacroMessage(
        """
        '@DependencyClient' can't be applied to \(kind?.word ?? "this declaration"): a client is a \
        struct whose properties are functions, so that a test can replace one of them. Make it a \
        struct.
        """, id: "dependencyClientKind"),
      fixIts: declaration.structFixIts)
  }
}

/// `@DependencyEndpointIgnored`: nothing but a mark.
enum DependencyEndpointIgnoredMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] { [] }
}
