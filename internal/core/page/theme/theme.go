// Package theme describes how a bio page looks: twelve presets, and the settings
// that change them. Text is readable in every theme: Normalize and Style replace
// text colors below the contrast ratio of WCAG 2.2 AA.
//
// There is no custom CSS: it could hide the consent of a form, cover the page with an
// image of a login, load files of other sites or make text unreadable, and an allow
// list of properties would make the class names of the page an interface that every
// version must support. A look that settings cannot express is a reason for another
// setting.
//
// Text on a background image is readable whatever the image, the focal point and the
// screen. Palette.Shade raises the share of the background color over the image until
// the text has 4.5:1 on a shaded black and on a shaded white pixel, from the same side:
// every pixel is between the two. The ratio to black and to white alone would not do,
// because a gray text can have 4.5:1 to both and be the color of a pixel between.
// Presets need 49 to 64 percent. Muted text would need more, so it has the color of
// other text there. The editor computes the same share (testdata/shades.json).
package theme

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"linnet/internal/base/fault"
)

// Mode selects the palette of a theme.
type Mode string

// The modes.
const (
	Auto  Mode = "auto" // by the setting of the visitor's device
	Light Mode = "light"
	Dark  Mode = "dark"
)

// Font is a pair of system font stacks, for headings and for text.
type Font string

// The fonts.
const (
	Sans    Font = "sans"
	Serif   Font = "serif"
	Rounded Font = "rounded"
	Mono    Font = "mono"
	Grotesk Font = "grotesk"
	Classic Font = "classic" // serif headings, sans text
)

// Shape is the shape of buttons and cards.
type Shape string

// The shapes.
const (
	Square Shape = "square"
	Soft   Shape = "soft"
	Round  Shape = "round"
	Pill   Shape = "pill"
)

// ButtonStyle is how buttons are painted.
type ButtonStyle string

// The button styles.
const (
	Filled   ButtonStyle = "filled"
	Outlined ButtonStyle = "outlined"
	Raised   ButtonStyle = "raised" // with a hard shadow
	Tinted   ButtonStyle = "tinted" // in the color of cards
)

// Background is how the page's background is painted.
type Background string

// The backgrounds.
const (
	Solid    Background = "solid"
	Gradient Background = "gradient"
	Dots     Background = "dots"
	Lines    Background = "lines"
	Image    Background = "image" // of the media library; presets have none
)

// Theme is a preset with the settings that replace its own. Empty settings are
// those of the preset. Its JSON form is what the store holds.
type Theme struct {
	Preset      string      `json:"preset"`
	Mode        Mode        `json:"mode,omitempty"`
	Font        Font        `json:"font,omitempty"`
	Shape       Shape       `json:"shape,omitempty"`
	ButtonStyle ButtonStyle `json:"buttonStyle,omitempty"`
	Background  Background  `json:"background,omitempty"`
	// BackgroundImage is the id of the image in the media library; empty unless Background is
	// Image.
	BackgroundImage string `json:"backgroundImage,omitempty"`
	// BackgroundShade is how much of the background color covers the image: 0 to MaxShade
	// percent. Pages use Palette.Shade, which may be higher.
	BackgroundShade int     `json:"backgroundShade,omitempty"`
	Colors          *Colors `json:"colors,omitempty"`
}

// Colors replaces the palettes of a preset with one for both modes. Empty colors
// are derived from the others.
type Colors struct {
	Background    string `json:"background"`              // #rrggbb
	BackgroundEnd string `json:"backgroundEnd,omitempty"` // of a gradient
	Text          string `json:"text,omitempty"`
	Button        string `json:"button,omitempty"`
	ButtonText    string `json:"buttonText,omitempty"`
}

// Default is the preset of new pages.
const Default = "paper"

var hexColor = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// Normalize returns the theme as it is stored, with readable text colors, or
// every field error.
func (t Theme) Normalize() (Theme, error) {
	var faults fault.List
	t.Preset = cmp.Or(t.Preset, Default)
	if _, ok := find(t.Preset); !ok {
		faults.Add("preset", "There is no such theme. Choose one of the list.")
	}
	checkOne(&faults, "mode", t.Mode, Auto, Light, Dark)
	checkOne(&faults, "font", t.Font, Fonts()...)
	checkOne(&faults, "shape", t.Shape, Square, Soft, Round, Pill)
	checkOne(&faults, "buttonStyle", t.ButtonStyle, Filled, Outlined, Raised, Tinted)
	checkOne(&faults, "background", t.Background, Solid, Gradient, Dots, Lines, Image)
	t.normalizeImage(&faults)
	if t.Colors != nil {
		colors := *t.Colors
		colors.normalize(&faults)
		t.Colors = &colors
	}
	return t, faults.Err()
}

// Fonts returns all fonts.
func Fonts() []Font { return []Font{Sans, Serif, Rounded, Mono, Grotesk, Classic} }

// checkOne adds an error unless value is empty or one of allowed.
func checkOne[T ~string](faults *fault.List, field string, value T, allowed ...T) {
	if value == "" || slices.Contains(allowed, value) {
		return
	}
	names := make([]string, len(allowed))
	for i, a := range allowed {
		names[i] = string(a)
	}
	faults.Add(field, "Use one of "+strings.Join(names, ", ")+".")
}

// normalize checks the colors and replaces unreadable text colors.
func (c *Colors) normalize(faults *fault.List) {
	valid := true
	for _, color := range []struct {
		field    string
		value    *string
		required bool
	}{
		{"background", &c.Background, true}, {"backgroundEnd", &c.BackgroundEnd, false},
		{"text", &c.Text, false}, {"button", &c.Button, false}, {"buttonText", &c.ButtonText, false},
	} {
		*color.value = strings.ToLower(*color.value)
		if *color.value == "" && !color.required {
			continue
		}
		if !hexColor.MatchString(*color.value) {
			faults.Add("colors."+color.field, "Use a color such as #101d1e.")
			valid = false
		}
	}
	if !valid {
		return
	}
	p := c.palette()
	if c.Text != "" {
		c.Text = p.Text
	}
	if c.ButtonText != "" {
		c.ButtonText = p.ButtonText
	}
}

// palette returns the palette of the colors, with readable text.
func (c *Colors) palette() Palette {
	p := Palette{Background: c.Background, BackgroundEnd: cmp.Or(c.BackgroundEnd, c.Background)}
	p.Text = readable(c.Text, p.Background, p.BackgroundEnd)
	p.Surface = p.Background
	if surface := mix(p.Background, p.Text, 0.06); Contrast(p.Text, surface) >= MinContrast {
		p.Surface = surface
	}
	p.Muted = readable(mix(p.Text, p.Background, 0.25), p.Background, p.BackgroundEnd, p.Surface)
	p.Line = mix(p.Background, p.Text, 0.2)
	p.Button = cmp.Or(c.Button, p.Text)
	p.ButtonText = readable(c.ButtonText, p.Button)
	return p
}
