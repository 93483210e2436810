Layers.run()
