package hexcolor_test

import (
	"image/color"
	"math"
	"testing"

	"linnet/internal/base/hexcolor"
)

// The ratios are those of the examples of WCAG 2.2 and of its definition.
func TestContrast_IsThatOfWCAG(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string]float64{
		{"#000000", "#ffffff"}: 21, {"#ffffff", "#000000"}: 1.0 / 21, {"#777777", "#ffffff"}: 4.48, {"#04755b", "#04755b"}: 1,
	} {
		if got := hexcolor.Contrast(pair[0], pair[1]); math.Abs(got-want) > 0.005 {
			t.Errorf("%v: %v, want %v", pair, got, want)
		}
	}
}

func TestRGB_ReturnsBlackForOtherTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]color.RGBA{
		"#04755b": {4, 0x75, 0x5b, 255}, "#12345678": {0, 0, 0, 255}, "red": {0, 0, 0, 255}, "": {0, 0, 0, 255},
	} {
		if got := hexcolor.RGB(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
