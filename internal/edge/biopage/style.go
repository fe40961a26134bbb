package biopage

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"linnet/internal/core/page/theme"
)

//go:embed style.css
var baseStyle string

// styleSheet returns the style sheet of a theme: the variables of its palettes,
// and the rules of all themes.
func styleSheet(s theme.Style) template.CSS {
	var b strings.Builder
	first, scheme := s.Light, "light dark"
	switch s.Mode {
	case theme.Light:
		scheme = "light"
	case theme.Dark:
		first, scheme = s.Dark, "dark"
	}
	heading, text := fontStacks(s.Font)
	fmt.Fprintf(&b, ":root{color-scheme:%s;%s--h:%s;--f:%s;%s%s}", scheme, variables(first), heading, text, radius(s.Shape), backdrop(s.Background))
	if s.Mode == theme.Auto && s.Dark != s.Light {
		fmt.Fprintf(&b, "@media(prefers-color-scheme:dark){:root{%s}}", variables(s.Dark))
	}
	b.WriteString(baseStyle)
	b.WriteString(buttonRules(s.ButtonStyle))
	return template.CSS(b.String()) //nolint:gosec // constants and validated colors
}

func variables(p theme.Palette) string {
	return fmt.Sprintf("--bg:%s;--be:%s;--sf:%s;--tx:%s;--mu:%s;--ln:%s;--bt:%s;--bx:%s;",
		p.Background, p.BackgroundEnd, p.Surface, p.Text, p.Muted, p.Line, p.Button, p.ButtonText)
}

// fontStacks returns the system fonts of headings and of text.
func fontStacks(f theme.Font) (heading, text string) {
	const sans = `system-ui,-apple-system,"Segoe UI",Roboto,sans-serif`
	const serif = `Charter,"Bitstream Charter","Sitka Text",Cambria,serif`
	switch f {
	case theme.Serif:
		return `"Iowan Old Style","Palatino Linotype","URW Palladio L",P052,serif`, serif
	case theme.Classic:
		return `"Iowan Old Style","Palatino Linotype","URW Palladio L",P052,serif`, sans
	case theme.Rounded:
		const rounded = `ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,Manjari,"Arial Rounded MT Bold",Nunito,sans-serif`
		return rounded, rounded
	case theme.Mono:
		const mono = `ui-monospace,"Cascadia Code","Source Code Pro",Menlo,Consolas,"DejaVu Sans Mono",monospace`
		return mono, mono
	case theme.Grotesk:
		const grotesk = `Inter,Roboto,"Helvetica Neue","Arial Nova","Nimbus Sans",Arial,sans-serif`
		return grotesk, grotesk
	default:
		return sans, sans
	}
}

func radius(s theme.Shape) string {
	switch s {
	case theme.Square:
		return "--r:0;--rc:0;"
	case theme.Round:
		return "--r:18px;--rc:20px;"
	case theme.Pill:
		return "--r:999px;--rc:24px;"
	default:
		return "--r:10px;--rc:12px;"
	}
}

// backdrop returns the variables of the page's background.
func backdrop(b theme.Background) string {
	switch b {
	case theme.Gradient:
		return "--bi:linear-gradient(165deg,var(--bg),var(--be))"
	case theme.Dots:
		return "--bi:radial-gradient(var(--ln) 1px,transparent 1.5px) 0 0/22px 22px"
	case theme.Lines:
		return "--bi:repeating-linear-gradient(0deg,color-mix(in srgb,var(--tx) 7%,transparent) 0 1px,transparent 1px 32px)"
	default:
		return "--bi:none"
	}
}

func buttonRules(s theme.ButtonStyle) string {
	switch s {
	case theme.Outlined:
		return ".b{background:var(--bg);color:var(--tx);box-shadow:inset 0 0 0 1.5px var(--tx)}.b:hover{background:var(--sf)}"
	case theme.Raised:
		return ".av,.b{border:1.5px solid var(--tx)}.b{box-shadow:4px 4px 0 var(--tx)}.b:hover{transform:translate(2px,2px);box-shadow:2px 2px 0 var(--tx)}"
	case theme.Tinted:
		return ".b{background:var(--sf);color:var(--tx);box-shadow:inset 0 0 0 1px var(--ln)}"
	default:
		return ""
	}
}
