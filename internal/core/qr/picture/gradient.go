package picture

import (
	"image"
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

// shades are the colors of a gradient at the pixels of a picture.
type shades struct {
	steps  *[256]color.RGBA
	radial bool
	// The step of a pixel is the sum of a term of its column and one of its row; of a
	// radial gradient, the root of the sum.
	columns, rows []float64
}

// shades returns the colors for a picture whose modules have scale pixels and begin at
// offset.
func (g gradient) shades(picture image.Rectangle, scale, offset float64) *shades {
	s := &shades{steps: g.steps(), radial: g.Radial, columns: make([]float64, picture.Dx()), rows: make([]float64, picture.Dy())}
	last := float64(len(s.steps) - 1)
	term := func(distance, part float64) float64 { return distance * part }
	from, to := g.ends()
	dx, dy := to.x-from.x, to.y-from.y
	perX, perY := dx/(dx*dx+dy*dy)*last, dy/(dx*dx+dy*dy)*last
	if g.Radial {
		term = func(distance, part float64) float64 { return distance * part * distance * part }
		from, perX, perY = g.area.center(), last/g.radius(), last/g.radius()
	}
	for x := range s.columns {
		s.columns[x] = term((float64(x)+0.5-offset)/scale-from.x, perX)
	}
	for y := range s.rows {
		s.rows[y] = term((float64(y)+0.5-offset)/scale-from.y, perY)
	}
	return s
}

// at returns the color of a pixel.
func (s *shades) at(x, y int) color.RGBA {
	step := s.columns[x] + s.rows[y]
	if s.radial {
		step = math.Sqrt(step)
	}
	return s.steps[max(0, min(len(s.steps)-1, int(step+0.5)))]
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
