package look

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// Contrast returns the contrast ratio of light to dark by the relative luminance
// of WCAG 2.2: 1 to 21, and below 1 when light is the darker color.
func Contrast(dark, light string) float64 {
	return (luminance(RGB(light)) + 0.05) / (luminance(RGB(dark)) + 0.05)
}

func luminance(c color.RGBA) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func linear(channel uint8) float64 {
	v := float64(channel) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// RGB returns a validated color.
func RGB(hex string) color.RGBA {
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		return color.RGBA{A: 255}
	}
	return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255} //nolint:gosec // truncated to a byte
}

// Darken returns the color, mixed with as much black as it needs to have the
// contrast ratio to light. It returns black if no mix has.
func Darken(color, light string, ratio float64) string {
	c := RGB(color)
	for part := 100; part > 0; part-- {
		scale := func(v uint8) int { return int(v) * part / 100 }
		mixed := fmt.Sprintf("#%02x%02x%02x", scale(c.R), scale(c.G), scale(c.B))
		if Contrast(mixed, light) >= ratio {
			return mixed
		}
	}
	return "#000000"
}
