"""The board on the screen: scene, view, gestures and animations, which know no feature."""
