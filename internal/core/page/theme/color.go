package theme

import (
	"fmt"
	"math"

	"linnet/internal/base/hexcolor"
)

// MinContrast is the contrast ratio of text that WCAG 2.2 AA requires.
const MinContrast = 4.5

const black, white = "#000000", "#ffffff"

// Contrast returns the contrast ratio of two colors (#rrggbb), 1 to 21.
func Contrast(a, b string) float64 {
	ratio := hexcolor.Contrast(a, b)
	return max(ratio, 1/ratio)
}

// mix returns a color between two: from at 0, to at 1.
func mix(from, to string, share float64) string {
	a, b := hexcolor.RGB(from), hexcolor.RGB(to)
	at := func(x, y uint8) int { return int(math.Round(float64(x) + (float64(y)-float64(x))*share)) }
	return fmt.Sprintf("#%02x%02x%02x", at(a.R, b.R), at(a.G, b.G), at(a.B, b.B))
}

// readable returns color if it has MinContrast on every background, else the
// readable color nearest to it on the way to black or white. If none is readable
// on all backgrounds, it returns black or white, the one with more contrast.
func readable(color string, backgrounds ...string) string {
	best := black
	if worst(white, backgrounds) > worst(black, backgrounds) {
		best = white
	}
	if color == "" {
		color = mix(best, backgrounds[0], 0.06)
	}
	for share := 0.0; share < 1; share += 0.1 {
		if c := mix(color, best, share); worst(c, backgrounds) >= MinContrast {
			return c
		}
	}
	return best
}

// worst returns the lowest contrast of a color on some backgrounds.
func worst(color string, backgrounds []string) float64 {
	lowest := math.Inf(1)
	for _, b := range backgrounds {
		lowest = min(lowest, Contrast(color, b))
	}
	return lowest
}
