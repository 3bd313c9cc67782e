@_exported import Signpost
