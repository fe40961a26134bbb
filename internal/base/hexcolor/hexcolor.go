// Package hexcolor computes with colors such as #04755b.
package hexcolor

import (
	"image/color"
	"math"
	"strconv"
	"strings"
)

// RGB returns a color #rrggbb, and black for any other text.
func RGB(hex string) color.RGBA {
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 24)
	if err != nil {
		return color.RGBA{A: 255}
	}
	return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255} //nolint:gosec // truncated to a byte
}

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
