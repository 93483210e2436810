print("parallaxctl")
