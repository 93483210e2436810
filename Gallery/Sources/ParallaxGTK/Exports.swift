/// Who imports ParallaxGTK has the effects and the widgets' common base too.
@_exported public import GTKGlue
@_exported public import ParallaxKit
