package theme

import (
	"fmt"
	"math"
	"strconv"
)

// MinContrast is the contrast ratio of text that WCAG 2.2 AA requires.
const MinContrast = 4.5

const black, white = "#000000", "#ffffff"

// Contrast returns the contrast ratio of two colors (#rrggbb), 1 to 21.
func Contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(hex string) float64 {
	weights := [3]float64{0.2126, 0.7152, 0.0722}
	sum := 0.0
	for i, channel := range channels(hex) {
		v := channel / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weights[i] * v
	}
	return sum
}

func channels(hex string) (rgb [3]float64) {
	n, err := strconv.ParseUint(hex[1:], 16, 24)
	if err != nil {
		return rgb
	}
	return [3]float64{float64(n >> 16 & 0xff), float64(n >> 8 & 0xff), float64(n & 0xff)}
}

// mix returns a color between two: from at 0, to at 1.
func mix(from, to string, share float64) string {
	a, b := channels(from), channels(to)
	var out [3]int
	for i := range out {
		out[i] = int(math.Round(a[i] + (b[i]-a[i])*share))
	}
	return fmt.Sprintf("#%02x%02x%02x", out[0], out[1], out[2])
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
