package look

// Modules is the shape of the modules, except those of the three corners.
type Modules string

// The shapes of modules.
const (
	SquareModules  Modules = "square"
	RoundedModules Modules = "rounded" // connected modules have one round outline
	DotModules     Modules = "dots"
	ClassyModules  Modules = "classy" // rounded at two opposite corners
	DiamondModules Modules = "diamond"
	StarModules    Modules = "star"
)

// AllModules returns the shapes of modules.
func AllModules() []Modules {
	return []Modules{SquareModules, RoundedModules, DotModules, ClassyModules, DiamondModules, StarModules}
}

// Frame is the shape of the frames of the three corners.
type Frame string

// The shapes of frames.
const (
	SquareFrame  Frame = "square"
	RoundedFrame Frame = "rounded"
	CircleFrame  Frame = "circle"
	LeafFrame    Frame = "leaf"    // two opposite vertices round
	DropFrame    Frame = "drop"    // the vertex towards the center of the code is square
	CushionFrame Frame = "cushion" // sides that curve outwards
	DotFrame     Frame = "dots"
)

// AllFrames returns the shapes of frames.
func AllFrames() []Frame {
	return []Frame{SquareFrame, RoundedFrame, CircleFrame, LeafFrame, DropFrame, CushionFrame, DotFrame}
}

// Dot is the shape of the dots inside the frames.
type Dot string

// The shapes of dots.
const (
	SquareDot  Dot = "square"
	RoundedDot Dot = "rounded"
	CircleDot  Dot = "circle"
	DiamondDot Dot = "diamond"
	LeafDot    Dot = "leaf"
	DropDot    Dot = "drop"
	StarDot    Dot = "star"
)

// AllDots returns the shapes of dots.
func AllDots() []Dot {
	return []Dot{SquareDot, RoundedDot, CircleDot, DiamondDot, LeafDot, DropDot, StarDot}
}
