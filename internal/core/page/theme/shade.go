package theme

import (
	"fmt"
	"math"

	"linnet/internal/base/fault"
	"linnet/internal/base/hexcolor"
)

// Bounds of the share of the background color over a background image, in percent.
const (
	DefaultShade = 60
	MaxShade     = 90 // that a theme can have; pages may need more for their text
)

// normalizeImage checks the image of the background. A theme with another background has
// none.
func (t *Theme) normalizeImage(faults *fault.List) {
	if t.Background != Image {
		t.BackgroundImage, t.BackgroundShade = "", 0
		return
	}
	if t.BackgroundImage == "" {
		faults.Add("backgroundImage", "Choose an image, or another background.")
	}
	if t.BackgroundShade < 0 || t.BackgroundShade > MaxShade {
		faults.Add("backgroundShade", fmt.Sprintf("Use a shade of 0 to %d percent.", MaxShade))
	}
}

// WithoutImage returns the theme with the background of its preset in place of an image.
func (t Theme) WithoutImage() Theme {
	if t.Background == Image {
		t.Background, t.BackgroundImage, t.BackgroundShade = "", "", 0
	}
	return t
}

// onImage returns the palette of a page with a background image: without a gradient, and
// without a muted text, which would need a higher shade.
func (p Palette) onImage() Palette {
	p.BackgroundEnd, p.Muted = p.Background, p.Text
	return p
}

// Shade returns the lowest percentage of the background color over an image, from wanted to
// 100, at which Text has MinContrast on every pixel of every image.
func (p Palette) Shade(wanted int) int {
	shade := min(max(wanted, 0), 100)
	for shade < 100 && !p.readableAt(shade) {
		shade++
	}
	return shade
}

// readableAt reports whether Text is readable on every shaded pixel. A shaded pixel is between
// a shaded black and a shaded white one in each channel, and so is its luminance. The text must
// therefore be darker than the one or lighter than the other: one whose luminance lies between
// them has the color of some pixel.
func (p Palette) readableAt(shade int) bool {
	background := hexcolor.RGB(p.Background)
	share := float64(shade) / 100
	over := func(pixel float64, round func(float64) float64) string {
		at := func(channel uint8) int { return int(round(float64(channel)*share + pixel*(1-share))) }
		return fmt.Sprintf("#%02x%02x%02x", at(background.R), at(background.G), at(background.B))
	}
	// Rounded away from each other, because browsers round to either side.
	darkest, lightest := over(0, math.Floor), over(255, math.Ceil)
	return hexcolor.Contrast(p.Text, darkest) >= MinContrast || hexcolor.Contrast(lightest, p.Text) >= MinContrast
}
