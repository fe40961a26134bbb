package theme_test

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/base/hexcolor"
	"linnet/internal/core/page/theme"
)

// shadeCases are also those of the editor, which computes the shade to describe it.
//
//go:embed testdata/shades.json
var shadeCases []byte

func TestPalette_Shade_OfKnownColors(t *testing.T) {
	t.Parallel()
	var cases []struct {
		Background, Text string
		Wanted, Shade    int
	}
	if err := json.Unmarshal(shadeCases, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if got := (theme.Palette{Background: c.Background, Text: c.Text}).Shade(c.Wanted); got != c.Shade {
			t.Errorf("%s on %s with %d%%: %d%%, want %d%%", c.Text, c.Background, c.Wanted, got, c.Shade)
		}
	}
}

// shaded returns a pixel under a share of a color, rounded as some browser might.
func shaded(pixel, background string, percent int, round func(float64) float64) string {
	a, b := hexcolor.RGB(pixel), hexcolor.RGB(background)
	share := float64(percent) / 100
	at := func(from, to uint8) int { return int(round(float64(from)*(1-share) + float64(to)*share)) }
	return fmt.Sprintf("#%02x%02x%02x", at(a.R, b.R), at(a.G, b.G), at(a.B, b.B))
}

// The text of every theme is readable on every pixel of every image, and no lower shade
// would do.
func TestPalette_Shade_MakesTextReadableOnAnyPixel(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	color := func() string { return fmt.Sprintf("#%06x", random.IntN(1<<24)) }
	palettes := make([]theme.Palette, 0, 1500)
	for _, p := range theme.Presets() {
		style := theme.Theme{Preset: p.ID, Background: theme.Image}.Style()
		palettes = append(palettes, style.Light, style.Dark)
	}
	for len(palettes) < cap(palettes) {
		own := &theme.Colors{Background: color(), BackgroundEnd: color(), Text: color()}
		palettes = append(palettes, theme.Theme{Background: theme.Image, Colors: own}.Style().Light)
	}
	for _, p := range palettes {
		if p.Muted != p.Text || p.BackgroundEnd != p.Background {
			t.Fatalf("%+v has text on the image that is not shaded for it", p)
		}
		wanted := random.IntN(theme.MaxShade + 1)
		shade := p.Shade(wanted)
		if shade < wanted || shade > 100 {
			t.Fatalf("%+v: a shade of %d%% for %d%%", p, shade, wanted)
		}
		pixels := []string{"#000000", "#ffffff", p.Text, p.Background}
		for range 40 {
			pixels = append(pixels, color())
		}
		for _, pixel := range pixels {
			for _, round := range []func(float64) float64{math.Floor, math.Round, math.Ceil} {
				if c := theme.Contrast(p.Text, shaded(pixel, p.Background, shade, round)); c < theme.MinContrast {
					t.Fatalf("%s on %s under %d%% of %s has a contrast of %.2f", p.Text, pixel, shade, p.Background, c)
				}
			}
		}
		if c := theme.Contrast(p.Text, p.Background); c < theme.MinContrast {
			t.Fatalf("%+v: a contrast of %.2f on the background color", p, c)
		}
		if shade > wanted && lowestContrast(p, shade-1) >= theme.MinContrast {
			t.Fatalf("%+v: %d%% is enough, not %d%%", p, shade-1, shade)
		}
	}
}

// lowestContrast returns the lowest contrast of the text on a shade of gray under a shade.
func lowestContrast(p theme.Palette, shade int) float64 {
	lowest := math.Inf(1)
	for gray := range 256 {
		for _, round := range []func(float64) float64{math.Floor, math.Ceil} {
			lowest = min(lowest, theme.Contrast(p.Text, shaded(fmt.Sprintf("#%02x%02x%02x", gray, gray, gray), p.Background, shade, round)))
		}
	}
	return lowest
}

func TestTheme_Normalize_RequiresTheImageOfABackground(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		theme  theme.Theme
		fields []string
	}{
		"no image":  {theme.Theme{Background: theme.Image}, []string{"backgroundImage"}},
		"too dark":  {theme.Theme{Background: theme.Image, BackgroundImage: "med_1", BackgroundShade: 91}, []string{"backgroundShade"}},
		"too light": {theme.Theme{Background: theme.Image, BackgroundShade: -1}, []string{"backgroundImage", "backgroundShade"}},
		"complete":  {theme.Theme{Background: theme.Image, BackgroundImage: "med_1", BackgroundShade: 90}, nil},
	} {
		_, err := c.theme.Normalize()
		var fields []string
		var f *fault.Error
		if errors.As(err, &f) {
			for _, field := range f.Fields {
				fields = append(fields, field.Field)
			}
		}
		if fmt.Sprint(fields) != fmt.Sprint(c.fields) {
			t.Errorf("%s: %v, want %v", name, fields, c.fields)
		}
	}
}

func TestTheme_Normalize_RemovesTheImageOfAnotherBackground(t *testing.T) {
	t.Parallel()
	for _, background := range []theme.Background{"", theme.Solid, theme.Gradient} {
		got, err := theme.Theme{Preset: "ink", Background: background, BackgroundImage: "med_1", BackgroundShade: 70}.Normalize()
		if want := (theme.Theme{Preset: "ink", Background: background}); err != nil || got != want {
			t.Errorf("%q: %+v, %v", background, got, err)
		}
	}
	image := theme.Theme{Preset: "ink", Background: theme.Image, BackgroundImage: "med_1", BackgroundShade: 70}
	if got, want := image.WithoutImage(), (theme.Theme{Preset: "ink"}); got != want {
		t.Errorf("without the image: %+v", got)
	}
}
