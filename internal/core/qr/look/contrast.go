package look

import (
	"fmt"

	"linnet/internal/base/hexcolor"
)

// Darken returns the color, mixed with as much black as it needs to have the
// contrast ratio to light. It returns black if no mix has.
func Darken(color, light string, ratio float64) string {
	c := hexcolor.RGB(color)
	for part := 100; part > 0; part-- {
		scale := func(v uint8) int { return int(v) * part / 100 }
		mixed := fmt.Sprintf("#%02x%02x%02x", scale(c.R), scale(c.G), scale(c.B))
		if hexcolor.Contrast(mixed, light) >= ratio {
			return mixed
		}
	}
	return "#000000"
}
