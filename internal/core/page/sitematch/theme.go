package sitematch

import (
	"cmp"
	"regexp"
	"strings"

	"linnet/internal/base/budget"
	"linnet/internal/core/page/theme"
)

// fontNames are parts of the names of fonts, the most specific first.
//
//nolint:gochecknoglobals // a constant table
var fontNames = []struct {
	font  theme.Font
	parts []string
}{
	{theme.Serif, []string{"slab"}},
	{theme.Mono, []string{"mono", "courier", "consolas", "menlo"}},
	{theme.Rounded, []string{"rounded", "nunito", "quicksand", "varela", "comfortaa", "fredoka", "baloo"}},
	{theme.Grotesk, []string{
		"grotes", "helvetica", "arial", "inter", "roboto", "work sans", "dm sans", "manrope", "archivo", "poppins", "montserrat",
	}},
	{theme.Sans, []string{"sans", "system-ui", "apple-system", "segoe", "ubuntu", "lato", "verdana", "tahoma"}},
	{theme.Serif, []string{
		"serif", "georgia", "times", "garamond", "merriweather", "playfair", "lora", "charter", "palatino", "cambria",
		"bodoni", "didot", "baskerville",
	}},
}

// fontOf returns the font of the first known name, or "".
func fontOf(names []string) theme.Font {
	for _, name := range names {
		for _, f := range fontNames {
			for _, part := range f.parts {
				if strings.Contains(name, part) {
					return f.font
				}
			}
		}
	}
	return ""
}

var lengthPattern = regexp.MustCompile(`^([0-9]*\.?[0-9]+)(px|rem|em|%|vw|vh|vmax)?`)

// shapeOf returns the shape of a border-radius, or "".
func shapeOf(radius string) theme.Shape {
	found := lengthPattern.FindStringSubmatch(radius)
	if found == nil {
		return ""
	}
	pixels := number(found[1], 0)
	switch found[2] {
	case "rem", "em":
		pixels *= 16
	case "%", "vw", "vh", "vmax":
		pixels *= 2
	}
	switch {
	case pixels < 2:
		return theme.Square
	case pixels <= 12:
		return theme.Soft
	case pixels <= 24:
		return theme.Round
	}
	return theme.Pill
}

// minDistance is the contrast of a button to the background below which it is not seen as
// one.
const minDistance = 1.25

// themeOf returns the theme of a site, which may have unreadable text, and what it was
// read from the site. It is Unavailable or the fault of the budget when that ends before.
func themeOf(b *budget.Budget, site Site) (theme.Theme, []Part, error) {
	r := read(b, site.Sheets)
	var found []Part
	add := func(part Part, ok bool) {
		if ok {
			found = append(found, part)
		}
	}
	brand := firstColor(b, strings.ToLower(site.ThemeColor))
	background, text := r.color(pageTarget, "background"), r.color(pageTarget, "color")
	button := r.button(cmp.Or(background, white), brand)
	out := theme.Theme{Preset: theme.Default}
	add(Background, background != "")
	add(Text, text != "")
	add(Buttons, button != "")
	if len(found) > 0 {
		out.Background = theme.Solid
		out.Colors = &theme.Colors{Background: cmp.Or(background, white), Text: text, Button: button, ButtonText: r.buttonText(button)}
	}
	out.Font = r.font()
	add(Font, out.Font != "")
	out.Shape = cmp.Or(shapeOf(r.value(mainButton, "border-radius")), shapeOf(r.value(ordinaryButton, "border-radius")))
	add(Shape, out.Shape != "")
	return out, found, b.Nodes(0)
}

const white = "#ffffff" // of a page without a background

// button returns the color of buttons, of links, or of the site's brand, the first that
// differs from the background; "": none does.
func (r *reading) button(background, brand string) string {
	for _, color := range []string{
		r.color(mainButton, "background"), r.color(ordinaryButton, "background"), r.color(link, "color"), brand,
	} {
		if color != "" && theme.Contrast(color, background) >= minDistance {
			return color
		}
	}
	return ""
}

// buttonText returns the color of the text on buttons of a color, or "".
func (r *reading) buttonText(button string) string {
	for _, kind := range []target{mainButton, ordinaryButton} {
		if button != "" && r.color(kind, "background") == button {
			return r.color(kind, "color")
		}
	}
	return ""
}

// font returns the font of the page; Classic for serif headings over another one.
func (r *reading) font() theme.Font {
	text, heading := fontOf(r.family(pageTarget)), fontOf(r.family(heading))
	if heading == theme.Serif && (text == theme.Sans || text == theme.Grotesk) {
		return theme.Classic
	}
	return cmp.Or(text, heading)
}
