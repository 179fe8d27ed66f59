"""The board on screen: scene, view, items, gestures and the controller that changes the game."""
