// `TextLayout` is part of what this module offers, and of no other product.
@_exported import TextTables
