package picture_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
	"linnet/internal/core/qr/scan"
)

// read decodes a picture with a QR reader.
func read(t *testing.T, raw []byte) string {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return textOf(t, img)
}

func textOf(t *testing.T, img image.Image) string {
	t.Helper()
	text, err := decode(img)
	if err != nil {
		t.Fatalf("a scanner cannot read it: %v", err)
	}
	return text
}

// decode returns the text of the only code in an image.
func decode(img image.Image) (string, error) {
	texts, err := scan.Texts(img)
	if err != nil {
		return "", err
	}
	return texts[0], nil
}

func TestPicture_CanBeDecoded(t *testing.T) {
	t.Parallel()
	texts := map[string]string{
		"short":   "https://lnt.example/launch?qr=1",
		"unicode": "https://lnt.example/größe-🐦?qr=1",
		"long":    "https://lnt.example/" + strings.Repeat("a", 600),
	}
	for name, text := range texts {
		for _, level := range []look.Level{look.Low, look.Medium, look.Quartile, look.High} {
			t.Run(name+" "+string(level), func(t *testing.T) {
				t.Parallel()
				l := look.Defaults()
				l.Level, l.Dark, l.Light = level, "#04755b", "#fbfaf6"
				code, err := picture.Draw(text, l, picture.Images{})
				if err != nil {
					t.Fatal(err)
				}
				raw, err := code.PNG()
				if err != nil {
					t.Fatal(err)
				}
				if got := read(t, raw); got != text {
					t.Errorf("it reads %q", got)
				}
			})
		}
	}
}

func TestSVG_HasTheModulesOfThePNG(t *testing.T) {
	t.Parallel()
	code, err := picture.Draw("https://lnt.example/a", look.Defaults(), picture.Images{})
	if err != nil {
		t.Fatal(err)
	}
	svg := string(code.SVG())
	// Version 2 has 25 modules, and 4 on each side.
	for _, part := range []string{`viewBox="0 0 33 33"`, `width="512"`, "M4 4h7v1h-7z", `fill="#101d1e"`} {
		if !strings.Contains(svg, part) {
			t.Errorf("%s is missing in %s", part, svg)
		}
	}
}

func TestDraw_RejectsUnreadableLooks(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		change func(*look.Look)
		field  string
	}{
		"too small": {func(l *look.Look) { l.Size = 10 }, "size"},
		"too large": {func(l *look.Look) { l.Size = 5000 }, "size"},
		"margin":    {func(l *look.Look) { l.Margin = -1 }, "margin"},
		"level":     {func(l *look.Look) { l.Level = "X" }, "level"},
		"no color":  {func(l *look.Look) { l.Dark = `"/><script>` }, "dark"},
		"inverted":  {func(l *look.Look) { l.Dark, l.Light = l.Light, l.Dark }, "dark"},
		"grey":      {func(l *look.Look) { l.Dark = "#cccccc" }, "dark"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := look.Defaults()
			c.change(&l)
			_, err := picture.Draw("https://lnt.example/a", l, picture.Images{})
			var f *fault.Error
			if !errors.As(err, &f) || f.Code != fault.Invalid || f.Fields[0].Field != c.field {
				t.Errorf("got %v", err)
			}
		})
	}
	if _, err := picture.Draw(strings.Repeat("a", picture.MaxText+1), look.Defaults(), picture.Images{}); !fault.Is(err, fault.Invalid) {
		t.Errorf("a long text: %v", err)
	}
}

func write(t *testing.T, file string, content []byte) {
	t.Helper()
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func contentOf(t *testing.T, file string) []byte {
	t.Helper()
	raw, err := os.ReadFile(file) //nolint:gosec // a file of the test
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
