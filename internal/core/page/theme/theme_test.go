package theme_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/page/theme"
)

func TestPresets_AreReadable(t *testing.T) {
	t.Parallel()
	all := theme.Presets()
	if len(all) != 12 {
		t.Fatalf("%d presets, want 12", len(all))
	}
	ids := map[string]bool{}
	for _, p := range all {
		if ids[p.ID] || p.Label == "" {
			t.Errorf("%q: duplicate id or no label", p.ID)
		}
		ids[p.ID] = true
		checkReadable(t, p.ID+" light", p.Light)
		checkReadable(t, p.ID+" dark", p.Dark)
	}
}

func checkReadable(t *testing.T, name string, p theme.Palette) {
	t.Helper()
	for _, pair := range []struct{ what, text, on string }{
		{"text on background", p.Text, p.Background}, {"text on end of background", p.Text, p.BackgroundEnd},
		{"text on surface", p.Text, p.Surface}, {"muted on background", p.Muted, p.Background},
		{"muted on end of background", p.Muted, p.BackgroundEnd}, {"muted on surface", p.Muted, p.Surface},
		{"button", p.ButtonText, p.Button},
	} {
		if got := theme.Contrast(pair.text, pair.on); got < theme.MinContrast {
			t.Errorf("%s: %s has a contrast of %.2f (%s on %s)", name, pair.what, got, pair.text, pair.on)
		}
	}
}

func TestTheme_Normalize_ReplacesUnreadableText(t *testing.T) {
	t.Parallel()
	got, err := theme.Theme{Colors: &theme.Colors{
		Background: "#FFFFFF", Text: "#eeeeee", Button: "#ffee00", ButtonText: "#ffffff",
	}}.Normalize()
	if err != nil {
		t.Fatal(err)
	}
	if got.Preset != theme.Default || got.Colors.Background != "#ffffff" {
		t.Errorf("not normalized: %+v %+v", got, got.Colors)
	}
	if c := theme.Contrast(got.Colors.Text, "#ffffff"); c < theme.MinContrast {
		t.Errorf("text has a contrast of %.2f", c)
	}
	if c := theme.Contrast(got.Colors.ButtonText, "#ffee00"); c < theme.MinContrast {
		t.Errorf("button text has a contrast of %.2f", c)
	}
}

// A plain background leaves black or white readable, so every custom theme must be.
func TestTheme_Style_IsReadableForAnyColors(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	color := func() string { return fmt.Sprintf("#%06x", random.IntN(1<<24)) }
	for range 2000 {
		background := color()
		custom, err := theme.Theme{Colors: &theme.Colors{
			Background: background, Text: color(), Button: color(), ButtonText: color(),
		}}.Normalize()
		if err != nil {
			t.Fatal(err)
		}
		checkReadable(t, fmt.Sprintf("%+v", *custom.Colors), custom.Style().Light)
	}
}

func TestTheme_Normalize_ReportsEveryField(t *testing.T) {
	t.Parallel()
	_, err := theme.Theme{
		Preset: "none", Mode: "dim", Font: "comic", Shape: "star", ButtonStyle: "glass", Background: "video",
		Colors: &theme.Colors{Background: "red", Text: "#12"},
	}.Normalize()
	var f *fault.Error
	if !errors.As(err, &f) {
		t.Fatalf("got %v", err)
	}
	var fields []string
	for _, field := range f.Fields {
		fields = append(fields, field.Field)
	}
	want := []string{"preset", "mode", "font", "shape", "buttonStyle", "background", "colors.background", "colors.text"}
	if !slices.Equal(fields, want) {
		t.Errorf("fields %v, want %v", fields, want)
	}
}

func TestTheme_Style_AppliesItsSettings(t *testing.T) {
	t.Parallel()
	got := theme.Theme{Preset: "ink", Mode: theme.Dark, Font: theme.Serif, Shape: theme.Pill, Background: theme.Dots}.Style()
	if got.Mode != theme.Dark || got.Font != theme.Serif || got.Shape != theme.Pill || got.Background != theme.Dots || got.ButtonStyle != theme.Outlined {
		t.Errorf("got %+v", got)
	}
}
