package card_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/base/hexcolor"
	"linnet/internal/core/media"
	"linnet/internal/core/page/theme"
	"linnet/internal/edge/biopage/card"
	"linnet/internal/testkit/concurrent"
)

func content(preset string) card.Content {
	return card.Content{
		Title: "Oat Street Café", Address: "go.example.com/@oatstreet", ASCII: "go.example.com/@oatstreet", Monogram: "O",
		Style: theme.Theme{Preset: preset}.Style(), Focal: media.Center(),
	}
}

// drawn returns a card as bytes and as an image. With CARD_FOLDER it also writes it to
// that folder, to be looked at.
func drawn(t *testing.T, name string, c card.Content, avatar image.Image) ([]byte, image.Image) {
	t.Helper()
	data, err := card.Draw(&c, avatar)
	if err != nil {
		t.Fatal(err)
	}
	if folder := os.Getenv("CARD_FOLDER"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, name+".png"), data, 0o600); err != nil {
			t.Error(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return data, img
}

// count returns the number of pixels of a color in an area.
func count(img image.Image, area image.Rectangle, hex string) int {
	want, n := hexcolor.RGB(hex), 0
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if color.RGBAModel.Convert(img.At(x, y)) == want {
				n++
			}
		}
	}
	return n
}

func TestDraw_HasTheColorsOfEachTheme(t *testing.T) {
	t.Parallel()
	for _, preset := range theme.Presets() {
		t.Run(preset.ID, func(t *testing.T) {
			t.Parallel()
			c := content(preset.ID)
			data, img := drawn(t, "theme-"+preset.ID, c, nil)
			if img.Bounds() != image.Rect(0, 0, card.Width, card.Height) || len(data) > 250_000 {
				t.Errorf("%v with %d bytes", img.Bounds(), len(data))
			}
			if n := count(img, image.Rect(80, 280, 1120, 400), c.Style.Light.Text); n < 1000 {
				t.Errorf("%d pixels of the title have the color of texts", n)
			}
			if n := count(img, image.Rect(500, 80, 700, 280), c.Style.Light.Button); n < 1000 {
				t.Errorf("%d pixels of the monogram have the color of buttons", n)
			}
			again, _ := drawn(t, "theme-"+preset.ID, c, nil)
			if !bytes.Equal(data, again) {
				t.Error("two drawings of the same content differ")
			}
		})
	}
}

func TestDraw_ConcurrentCallsDrawTheSame(t *testing.T) {
	t.Parallel()
	c := content("ink")
	concurrent.Same(t, func() (string, error) {
		data, err := card.Draw(&c, nil)
		return string(data), err
	})
}

func TestDraw_UsesTheDarkPaletteOfDarkPages(t *testing.T) {
	t.Parallel()
	c := content("ink")
	c.Style.Mode = theme.Dark
	_, img := drawn(t, "dark", c, nil)
	if n := count(img, image.Rect(0, 0, 100, 100), c.Style.Dark.Background); n != 100*100 {
		t.Errorf("%d pixels of the background", n)
	}
}

func TestDraw_FitsTitlesOfAnyLengthAndScript(t *testing.T) {
	t.Parallel()
	text := content("paper").Style.Light.Text
	for name, c := range map[string]struct {
		title string
		drawn bool
	}{
		"two lines":        {"Oat Street Café, Bakery and Roastery since 1984", true},
		"cut":              {strings.Repeat("Roastery and bakery ", 5), true},
		"one long word":    {strings.Repeat("W", 100), true},
		"greek":            {"Οδός Βρώμης", true},
		"cyrillic":         {"Овсяная улица", true},
		"emoji":            {"Oat ☕️🥐 Street", true},
		"japanese":         {"オーツ通り", false},
		"arabic":           {"شارع الشوفان", false},
		"only emoji":       {"🥐", false},
		"mixed scripts":    {"Oat 通り", false},
		"combining accent": {"Oat S\u0301treet", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			card := content("paper")
			card.Title = c.title
			_, img := drawn(t, "title-"+strings.ReplaceAll(name, " ", "-"), card, nil)
			margins := count(img, image.Rect(0, 0, 80, 630), text) + count(img, image.Rect(1120, 0, 1200, 630), text)
			inside := count(img, image.Rect(80, 0, 1120, 630), text)
			if margins > 0 || (inside > 0) != c.drawn {
				t.Errorf("%d pixels of text inside, %d in the margins", inside, margins)
			}
		})
	}
}

func TestDraw_ShortensLongAddressesAndUsesASCIIForOtherScripts(t *testing.T) {
	t.Parallel()
	long := content("paper")
	long.Address = "go.example.com/" + strings.Repeat("long-", 30)
	_, img := drawn(t, "address-long", long, nil)
	if n := count(img, image.Rect(0, 0, 79, 630), long.Style.Light.Button) + count(img, image.Rect(1121, 0, 1200, 630), long.Style.Light.Button); n > 0 {
		t.Errorf("%d pixels of the button are in the margins", n)
	}
	other, plain := content("paper"), content("paper")
	other.Address, other.ASCII = "例え.example/@オーツ", "xn--r8jz45g.example/%40"
	plain.Address = other.ASCII
	plain.ASCII = other.ASCII
	a, _ := drawn(t, "address-ascii", other, nil)
	b, _ := drawn(t, "address-ascii", plain, nil)
	if !bytes.Equal(a, b) {
		t.Error("an address that the font lacks is not drawn in ASCII")
	}
}

func TestDraw_CropsThePictureAroundItsFocalPoint(t *testing.T) {
	t.Parallel()
	picture := image.NewRGBA(image.Rect(0, 0, 300, 100))
	for x := range 300 {
		for y := range 100 {
			picture.Set(x, y, []color.Color{color.RGBA{R: 255, A: 255}, color.RGBA{G: 255, A: 255}, color.RGBA{B: 255, A: 255}}[x/100])
		}
	}
	for x, hex := range map[int]string{0: "#ff0000", 50: "#00ff00", 100: "#0000ff"} {
		c := content("paper")
		c.AvatarHash, c.Focal = "hash", media.Point{X: x, Y: 50}
		_, img := drawn(t, "avatar-"+hex[1:], c, picture)
		if n := count(img, image.Rect(500, 80, 700, 300), hex); n < 15_000 {
			t.Errorf("focal point %d%%: %d pixels are %s", x, n, hex)
		}
	}
}

func TestContent_VersionChangesWithEachField(t *testing.T) {
	t.Parallel()
	same, first := content("paper"), content("paper")
	seen := map[string]string{first.Version(): "the first"}
	if same.Version() != first.Version() {
		t.Error("the same content has two versions")
	}
	for name, change := range map[string]func(*card.Content){
		"title": func(c *card.Content) { c.Title += "!" }, "address": func(c *card.Content) { c.Address += "x" },
		"monogram": func(c *card.Content) { c.Monogram = "X" }, "picture": func(c *card.Content) { c.AvatarHash = "x" },
		"focal point": func(c *card.Content) { c.Focal.X++ }, "theme": func(c *card.Content) { c.Style = theme.Theme{Preset: "ink"}.Style() },
	} {
		c := content("paper")
		change(&c)
		if other := seen[c.Version()]; other != "" {
			t.Errorf("%s and %s have the same version", name, other)
		}
		seen[c.Version()] = name
	}
}

func BenchmarkDraw(b *testing.B) {
	c := content("harbor")
	for b.Loop() {
		if _, err := card.Draw(&c, nil); err != nil {
			b.Fatal(err)
		}
	}
}
