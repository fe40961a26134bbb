package theme

import (
	"cmp"
	"slices"
)

// Palette is the colors of a page, each #rrggbb. Text and Muted are readable on
// Background, BackgroundEnd and Surface, and ButtonText on Button.
type Palette struct {
	Background    string `json:"background"`
	BackgroundEnd string `json:"backgroundEnd"` // equal to Background without a gradient
	Surface       string `json:"surface"`       // of cards
	Text          string `json:"text"`
	Muted         string `json:"muted"`
	Line          string `json:"line"`
	Button        string `json:"button"`
	ButtonText    string `json:"buttonText"`
}

// Style is a theme with all its settings.
type Style struct {
	Light       Palette     `json:"light"`
	Dark        Palette     `json:"dark"`
	Mode        Mode        `json:"mode"`
	Font        Font        `json:"font"`
	Shape       Shape       `json:"shape"`
	ButtonStyle ButtonStyle `json:"buttonStyle"`
	Background  Background  `json:"background"`
}

// Preset is a theme that pages can have.
type Preset struct {
	ID    string
	Label string
	Style
}

// Presets returns all presets in the order in which they are offered.
func Presets() []Preset { return slices.Clone(presets) }

func find(id string) (Preset, bool) {
	i := slices.IndexFunc(presets, func(p Preset) bool { return p.ID == id })
	if i < 0 {
		return presets[0], false
	}
	return presets[i], true
}

// Style returns the theme's preset with the theme's own settings. An unknown
// preset is the default one.
func (t Theme) Style() Style {
	p, _ := find(t.Preset)
	s := p.Style
	s.Mode, s.Font, s.Shape = cmp.Or(t.Mode, s.Mode), cmp.Or(t.Font, s.Font), cmp.Or(t.Shape, s.Shape)
	s.ButtonStyle, s.Background = cmp.Or(t.ButtonStyle, s.ButtonStyle), cmp.Or(t.Background, s.Background)
	if t.Colors != nil && hexColor.MatchString(t.Colors.Background) {
		colors := *t.Colors
		if s.Background == Image {
			colors.BackgroundEnd = "" // the text need not be readable on it
		}
		own := colors.palette()
		s.Light, s.Dark = own, own
	}
	if s.Background == Image {
		s.Light, s.Dark = s.Light.onImage(), s.Dark.onImage()
	}
	return s
}

// palette returns a preset's palette from its main colors.
func palette(background, end, surface, text, muted, line, button, buttonText string) Palette {
	return Palette{
		Background:    background,
		BackgroundEnd: end,
		Surface:       surface,
		Text:          text,
		Muted:         muted,
		Line:          line,
		Button:        button,
		ButtonText:    buttonText,
	}
}

func style(light, dark Palette, font Font, shape Shape, button ButtonStyle, background Background) Style {
	return Style{Light: light, Dark: dark, Mode: Auto, Font: font, Shape: shape, ButtonStyle: button, Background: background}
}

//nolint:gochecknoglobals // a constant table
var presets = []Preset{
	{"paper", "Paper", style(
		palette("#fbfaf6", "#fbfaf6", "#ffffff", "#101d1e", "#4f5e5f", "#e0ded7", "#04755b", "#ffffff"),
		palette("#0b1515", "#0b1515", "#131e1f", "#f2f0ea", "#a1aead", "#293536", "#57d1a8", "#041a16"),
		Sans, Soft, Filled, Solid,
	)},
	{"ink", "Ink", style(
		palette("#ffffff", "#ffffff", "#f4f4f2", "#111111", "#5c5c58", "#d9d9d4", "#111111", "#ffffff"),
		palette("#0c0c0d", "#0c0c0d", "#171718", "#f5f5f3", "#a3a3a0", "#2e2e30", "#f5f5f3", "#0c0c0d"),
		Grotesk, Square, Outlined, Solid,
	)},
	{"dune", "Dune", style(
		palette("#f6ede0", "#efdcc5", "#fdf8f0", "#3a2618", "#6b4c38", "#dcc5a8", "#9a4a22", "#fff8f0"),
		palette("#1d140e", "#2a1b11", "#291d14", "#f7eadb", "#c9ae95", "#443224", "#eba673", "#26140a"),
		Classic, Round, Filled, Gradient,
	)},
	{"meadow", "Meadow", style(
		palette("#eef5e9", "#d9ead3", "#f9fcf6", "#17301c", "#44603f", "#c3d8bb", "#24602f", "#f7fff2"),
		palette("#0d1a10", "#14271a", "#15251a", "#e9f5e5", "#a5c2a0", "#29402d", "#8fd694", "#0b2110"),
		Rounded, Pill, Filled, Gradient,
	)},
	{"harbor", "Harbor", style(
		palette("#eaf2f8", "#d3e5f2", "#f8fbfe", "#0d2a40", "#3d5b73", "#bcd3e4", "#0c4f82", "#f4faff"),
		palette("#08151f", "#0d2232", "#102331", "#e6f2fb", "#9dbcd2", "#22394b", "#7cc4f5", "#052033"),
		Sans, Round, Filled, Gradient,
	)},
	{"ember", "Ember", style(
		palette("#fff3ec", "#ffdfd0", "#fffaf7", "#3d130c", "#7a3a2c", "#f0c6b4", "#b3321a", "#fff6f2"),
		palette("#1a0b08", "#30110a", "#271310", "#ffeae2", "#d9a596", "#48241b", "#ff9b7a", "#35110a"),
		Grotesk, Pill, Filled, Gradient,
	)},
	{"orchid", "Orchid", style(
		palette("#f7eefb", "#e7dcfa", "#fdf9ff", "#2b1440", "#5f4478", "#d9c4ea", "#6b2fa0", "#fcf5ff"),
		palette("#140b1d", "#1e1233", "#1f142b", "#f4eafb", "#bea6d3", "#372647", "#cfa2f5", "#240f38"),
		Rounded, Round, Filled, Gradient,
	)},
	{"slate", "Slate", style(
		palette("#eef0f2", "#eef0f2", "#fafbfc", "#1b222b", "#505b68", "#cfd5dc", "#2b3645", "#f7f9fb"),
		palette("#12161b", "#12161b", "#1b2129", "#e8ecf1", "#a0abb8", "#303945", "#c9d3df", "#151b23"),
		Sans, Soft, Tinted, Dots,
	)},
	{"citrus", "Citrus", style(
		palette("#fdf6c9", "#fdf6c9", "#fffdf0", "#26220a", "#5d5526", "#1f1c08", "#ffd02e", "#26220a"),
		palette("#17160a", "#17160a", "#232112", "#fdf7d5", "#c8bf86", "#e8dc8a", "#ffd84d", "#262207"),
		Grotesk, Soft, Raised, Solid,
	)},
	{"rosewater", "Rosewater", style(
		palette("#fdf0f1", "#f9dfe3", "#fffafa", "#43161f", "#7b3f4b", "#efc7ce", "#a12d4b", "#fff5f6"),
		palette("#1c0c10", "#2a1118", "#27141a", "#fde9ed", "#d6a3ae", "#45252d", "#f7a1b5", "#360f1b"),
		Serif, Pill, Filled, Gradient,
	)},
	{"fjord", "Fjord", style(
		palette("#e8f3f1", "#e8f3f1", "#f7fcfb", "#0b2b2b", "#3d605e", "#bcd9d5", "#0d5a57", "#f2fffd"),
		palette("#071717", "#071717", "#0f2424", "#e2f5f2", "#98bfba", "#1f3c3b", "#74dcd0", "#042220"),
		Classic, Square, Outlined, Lines,
	)},
	{"typewriter", "Typewriter", style(
		palette("#f3f1ea", "#f3f1ea", "#fbfaf6", "#1d1c19", "#5a574e", "#1d1c19", "#f3f1ea", "#1d1c19"),
		palette("#141412", "#141412", "#1d1d1a", "#ecebe4", "#aaa89f", "#ecebe4", "#141412", "#ecebe4"),
		Mono, Square, Raised, Lines,
	)},
}
