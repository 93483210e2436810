import ParallaxKit

// Asked for as a frame is drawn: the pose at the moment when it will be seen. At rest before there is motion.
print(MotionManager.shared.predicted(at: Timestamp.now.advanced(bySeconds: 0.012)))
// Pushed, the newest only, at each user's own rate. The use ends with the loop.
var count = 0
for await motion in MotionManager.shared.updates(rate: 30) {
    print(motion.viewerOffset.x, motion.attitude.pitch, motion.rotationRate.y, motion.gravity.z)
    count += 1
    if count == 60 { break }
}
print(MotionManager.shared.state)
