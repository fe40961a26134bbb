package picture_test

import (
	"bytes"
	"crypto/sha256"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/image/webp"

	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
	"linnet/internal/testkit/concurrent"
)

func drawn(t testing.TB, text string, l look.Look) picture.Picture {
	t.Helper()
	code, err := picture.Draw(text, l, images())
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func pngOf(t testing.TB, code picture.Picture) []byte {
	t.Helper()
	raw, err := code.PNG()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

const scanned = "https://lnt.example/spring?qr=3kq7c8v0d5m2a"

func TestPicture_EveryShapeCanBeDecoded(t *testing.T) {
	t.Parallel()
	for i, frame := range look.AllFrames() {
		for j, dot := range look.AllDots() {
			l := look.Defaults()
			l.Modules, l.Frame, l.Dot = look.AllModules()[(i+j)%len(look.AllModules())], frame, dot
			t.Run(string(l.Modules)+" "+string(frame)+" "+string(dot), func(t *testing.T) {
				t.Parallel()
				if got := read(t, pngOf(t, drawn(t, scanned, l))); got != scanned {
					t.Errorf("it reads %q", got)
				}
			})
		}
	}
}

// fewer returns a tenth of n with -short, else n.
func fewer(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

func one[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// drawsMany skips a test that draws codes for seconds where only short tests are asked for.
func drawsMany(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("draws many codes")
	}
}

// randomLook returns a valid look.
func randomLook(r *rand.Rand) look.Look {
	dark := []string{"#101d1e", "#04755b", "#7a1f5c", "#1d3fbb", "#8a3b00", "#000000"}
	light := []string{"#ffffff", "#fbfaf6", "#ffe9c7", "#e3f4ff"}
	l := look.Defaults()
	l.Size, l.Margin = 300+r.IntN(500), 2+r.IntN(4)
	l.Level = one(r, []look.Level{look.Low, look.Medium, look.Quartile, look.High})
	l.Dark, l.Light = one(r, dark), one(r, light)
	l.Modules, l.Frame, l.Dot = one(r, look.AllModules()), one(r, look.AllFrames()), one(r, look.AllDots())
	if r.IntN(2) == 0 {
		l.FrameColor = one(r, dark)
	}
	if r.IntN(2) == 0 {
		l.DotColor = one(r, dark)
	}
	switch r.IntN(3) {
	case 0:
		l.Gradient = "radial:" + one(r, dark) + ":" + one(r, dark)
	case 1:
		l.Gradient = "linear:" + one(r, []string{"0", "45", "210"}) + ":" + one(r, dark) + ":" + one(r, dark)
	}
	if r.IntN(3) == 0 {
		l.Logo, l.LogoSize = imageID, look.MinLogo+r.IntN(20)
	}
	l.FrameStyle, l.Caption = one(r, look.AllFrameStyles()), one(r, []string{"", "Scan me", "Меню & preise – überall"})
	switch r.IntN(4) {
	case 0:
		l.Background = one(r, light)
	case 1:
		l.Background = look.Transparent
	case 2:
		l.Background = imageID
	}
	return l
}

func TestPicture_RandomDesignsCanBeDecoded(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for i := range fewer(100) {
		l := randomLook(r)
		img, err := png.Decode(bytes.NewReader(pngOf(t, drawn(t, scanned, l))))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := decode(onWhite(img)); err != nil || got != scanned {
			t.Errorf("design %d reads %q, %v: %+v", i, got, err, l)
		}
	}
}

// onWhite returns the picture on a white page.
func onWhite(img image.Image) image.Image {
	page := image.NewRGBA(img.Bounds())
	for y := range page.Bounds().Dy() {
		for x := range page.Bounds().Dx() {
			c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA) //nolint:forcetypeassert // the model's type
			if c.A == 0 {
				c = color.NRGBA{255, 255, 255, 255}
			}
			page.Set(x, y, c)
		}
	}
	return page
}

func TestPicture_IsTheSameForTheSameInput(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range fewer(20) {
		l := randomLook(r)
		sums := map[[32]byte]bool{}
		for range 3 {
			code := drawn(t, scanned, l)
			lossless, err := code.WebP()
			if err != nil {
				t.Fatal(err)
			}
			lossy, _ := jpegOf(t, code)
			sums[sha256.Sum256(bytes.Join([][]byte{code.SVG(), pngOf(t, code), lossy, lossless, code.PDF(), code.EPS()}, nil))] = true
		}
		if len(sums) != 1 {
			t.Errorf("%d different files for %+v", len(sums), l)
		}
	}
}

func TestPicture_ConcurrentCallsDrawTheSame(t *testing.T) {
	t.Parallel()
	l := look.Defaults()
	l.Logo, l.LogoSize, l.Background = imageID, look.MinLogo, imageID
	l.Gradient, l.FrameStyle, l.Caption = "radial:#101d1e:#7a1f5c", look.AllFrameStyles()[1], "Scan me"
	given := images()
	concurrent.Same(t, func() ([32]byte, error) {
		code, err := picture.Draw(scanned, l, given)
		if err != nil {
			return [32]byte{}, err
		}
		raw, err := code.PNG()
		return sha256.Sum256(bytes.Join([][]byte{raw, code.SVG(), code.PDF(), code.EPS()}, nil)), err
	})
}

func TestWebP_HasThePixelsOfThePNG(t *testing.T) {
	t.Parallel()
	l := look.Defaults()
	l.Modules, l.Gradient = look.RoundedModules, "linear:45:#101d1e:#04755b"
	code := drawn(t, scanned, l)
	raw, err := code.WebP()
	if err != nil {
		t.Fatal(err)
	}
	got, err := webp.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(pngOf(t, code)))
	if err != nil {
		t.Fatal(err)
	}
	for y := range l.Size {
		for x := range l.Size {
			r1, g1, b1, a1 := got.At(x, y).RGBA()
			if r2, g2, b2, a2 := want.At(x, y).RGBA(); r1 != r2 || g1 != g2 || b1 != b2 || a1 != a2 {
				t.Fatalf("pixel %d,%d is %v, want %v", x, y, got.At(x, y), want.At(x, y))
			}
		}
	}
}

func TestPNG_TransparentBackgroundLeavesTheLightModules(t *testing.T) {
	t.Parallel()
	l := look.Defaults()
	l.Background = look.Transparent
	img, err := png.Decode(bytes.NewReader(pngOf(t, drawn(t, "https://lnt.example/a", l))))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, a := img.At(0, 0).RGBA(); a != 0 {
		t.Error("the margin is not transparent")
	}
	// Version 2 has 25 modules and 33 with the margin: 15 pixels each, and the code
	// begins at 8 + 4×15. Its second module in both directions is light.
	if r, _, _, a := img.At(8+4*15+15+7, 8+4*15+15+7).RGBA(); r != 0xffff || a != 0xffff {
		t.Error("the light modules are not white")
	}
}

func TestPrint_FilesNameTheirSizeAndGradient(t *testing.T) {
	t.Parallel()
	l := look.Defaults()
	l.Modules, l.Gradient = look.DotModules, "radial:#101d1e:#04755b"
	code := drawn(t, scanned, l)
	for _, part := range []string{"%PDF-1.4\n", "/MediaBox [0 0 384 384]", "/ShadingType 3", "/S sh", "%%EOF"} {
		if !bytes.Contains(code.PDF(), []byte(part)) {
			t.Errorf("the PDF lacks %q", part)
		}
	}
	for _, part := range []string{"%!PS-Adobe-3.0 EPSF-3.0\n", "%%BoundingBox: 0 0 384 384", "/ShadingType 3", "shfill", "%%EOF"} {
		if !bytes.Contains(code.EPS(), []byte(part)) {
			t.Errorf("the EPS lacks %q", part)
		}
	}
}

func TestPicture_FrameStylesKeepTheWidthAndCanBeDecoded(t *testing.T) {
	t.Parallel()
	for _, style := range look.AllFrameStyles() {
		for _, caption := range []string{"", "Scan me", "Forty characters are the longest caption"} {
			l := look.Defaults()
			l.FrameStyle, l.Caption, l.Background = style, caption, look.Transparent
			code := drawn(t, scanned, l)
			img, err := code.Image(600)
			if err != nil {
				t.Fatal(err)
			}
			higher := style != look.NoFrameStyle && caption != ""
			if size := img.Bounds().Size(); size.X != 600 || (size.Y > 600) != higher {
				t.Errorf("%s %q: %v", style, caption, size)
			}
			if got, err := decode(onWhite(img)); err != nil || got != scanned {
				t.Errorf("%s %q reads %q, %v", style, caption, got, err)
			}
		}
	}
}

func TestSVG_ReferencesItsGradient(t *testing.T) {
	t.Parallel()
	l := look.Defaults()
	l.Gradient, l.FrameColor = "linear:90:#101d1e:#04755b", "#7a1f5c"
	svg := string(drawn(t, scanned, l).SVG())
	for _, part := range []string{`<linearGradient id="g"`, `fill="url(#g)"`, `fill="#7a1f5c"`, `stop-color="#04755b"`} {
		if !strings.Contains(svg, part) {
			t.Errorf("%s is missing", part)
		}
	}
}

func BenchmarkPNG(b *testing.B) {
	l := look.Defaults()
	l.Size, l.Modules, l.Gradient = 1024, look.RoundedModules, "linear:45:#101d1e:#04755b"
	for b.Loop() {
		pngOf(b, drawn(b, scanned, l))
	}
}

func BenchmarkSVG(b *testing.B) {
	l := look.Defaults()
	l.Size, l.Modules, l.Gradient = 1024, look.RoundedModules, "linear:45:#101d1e:#04755b"
	for b.Loop() {
		drawn(b, scanned, l).SVG()
	}
}
