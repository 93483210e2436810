/// The version of parallaxd, parallaxctl and ParallaxKit.
package let version = "0.1.0"
