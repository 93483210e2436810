print("parallaxd")
