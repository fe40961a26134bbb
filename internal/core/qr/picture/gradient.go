package picture

import (
	"image/color"
	"math"

	"linnet/internal/base/hexcolor"
	"linnet/internal/core/qr/look"
)

// square is an area in the units of a drawing.
type square struct{ x, y, side float64 }

func (s square) center() point { return point{s.x + s.side/2, s.y + s.side/2} }

// gradient is a gradient over an area.
type gradient struct {
	look.Gradient
	area square
}

// ends returns the points where a linear gradient begins and ends: it covers the
// area from vertex to vertex.
func (g gradient) ends() (from, to point) {
	sin, cos := math.Sincos(float64(g.Degrees) * math.Pi / 180)
	half := g.area.side / 2 * (math.Abs(sin) + math.Abs(cos))
	c := g.area.center()
	return point{c.x - half*cos, c.y - half*sin}, point{c.x + half*cos, c.y + half*sin}
}

// radius returns the radius of a radial gradient.
func (g gradient) radius() float64 { return g.area.side / math.Sqrt2 }

// colorAt returns a function from a point to the color of the gradient.
func (g gradient) colorAt() func(point) color.RGBA {
	steps := g.steps()
	clamp := func(t float64) color.RGBA { return steps[int(max(0, min(1, t))*float64(len(steps)-1)+0.5)] }
	if g.Radial {
		c, r := g.area.center(), g.radius()
		return func(p point) color.RGBA { return clamp(math.Hypot(p.x-c.x, p.y-c.y) / r) }
	}
	from, to := g.ends()
	dx, dy := to.x-from.x, to.y-from.y
	length := dx*dx + dy*dy
	return func(p point) color.RGBA { return clamp(((p.x-from.x)*dx + (p.y-from.y)*dy) / length) }
}

// steps returns the colors from the first to the last.
func (g gradient) steps() *[256]color.RGBA {
	var steps [256]color.RGBA
	from, to := hexcolor.RGB(g.From), hexcolor.RGB(g.To)
	for i := range steps {
		mix := func(a, b uint8) uint8 { return uint8((int(a)*(255-i) + int(b)*i + 127) / 255) } //nolint:gosec // between a and b
		steps[i] = color.RGBA{R: mix(from.R, to.R), G: mix(from.G, to.G), B: mix(from.B, to.B), A: 255}
	}
	return &steps
}
