/// Who imports ParallaxKit has the effects, and the values that they follow, too.
@_exported public import ParallaxEffects
