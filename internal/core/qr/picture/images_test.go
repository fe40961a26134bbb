package picture_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
)

const imageID = "med_3kq7c8v0d5m2a"

// images returns a blue logo, half of it transparent, and a red background.
func images() picture.Images {
	logo, background := image.NewNRGBA(image.Rect(0, 0, 80, 80)), image.NewNRGBA(image.Rect(0, 0, 100, 60))
	for y := range 80 {
		for x := range 100 {
			logo.Set(x, y, color.NRGBA{0, 0, 255, uint8(y / 40 * 255)}) //nolint:gosec // 0 or 255
			background.Set(x, y, color.NRGBA{255, 0, 0, 255})
		}
	}
	return picture.Images{Logo: logo, Background: background}
}

func withLogo(size int) look.Look {
	l := look.Defaults()
	l.Logo, l.LogoSize = imageID, size
	return l
}

func TestPicture_LogoClearsTheModulesBehindIt(t *testing.T) {
	t.Parallel()
	code := drawn(t, scanned, withLogo(20))
	img, err := code.Image(int(code.Width()) * 10)
	if err != nil {
		t.Fatal(err)
	}
	middle := img.Bounds().Dx() / 2
	if got := img.RGBAAt(middle, middle-15); got != (color.RGBA{255, 255, 255, 255}) {
		t.Errorf("the transparent half shows %v", got)
	}
	if got := img.RGBAAt(middle, middle+15); got != (color.RGBA{0, 0, 255, 255}) {
		t.Errorf("the logo shows %v", got)
	}
	// 20% of a side of 37 modules are 7.4, and the gap makes 9 of it.
	if n := code.Modules(); n != 37 || code.Covered() != 81.0/(37*37) {
		t.Errorf("%v of %d modules", code.Covered(), n)
	}
}

func TestPicture_LogoRaisesTheErrorCorrection(t *testing.T) {
	t.Parallel()
	for size, want := range map[int]look.Level{5: look.Quartile, 14: look.Quartile, 15: look.High, 35: look.High} {
		if got := withLogo(size).EffectiveLevel(); got != want {
			t.Errorf("%d%%: %s, want %s", size, got, want)
		}
	}
	plain := drawn(t, scanned, look.Defaults())
	if with := drawn(t, scanned, withLogo(20)); with.Modules() <= plain.Modules() {
		t.Errorf("%d modules, %d without the logo", with.Modules(), plain.Modules())
	}
}

func TestDraw_RejectsMissingImages(t *testing.T) {
	t.Parallel()
	for field, l := range map[string]look.Look{
		"logo":       withLogo(20),
		"background": func() look.Look { l := look.Defaults(); l.Background = imageID; return l }(),
	} {
		_, err := picture.Draw(scanned, l, picture.Images{})
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Invalid || f.Fields[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestPicture_BackgroundImageIsVeiled(t *testing.T) {
	t.Parallel()
	l := look.Defaults()
	l.Background = imageID
	for _, style := range []look.FrameStyle{look.NoFrameStyle, look.TicketStyle} {
		l.FrameStyle = style
		code := drawn(t, scanned, l)
		if got := code.DarkestBackground(); got != "#ffbfbf" {
			t.Errorf("%s: the darkest color is %s", style, got)
		}
		img, err := png.Decode(bytes.NewReader(pngOf(t, code)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := decode(img); err != nil || got != scanned {
			t.Errorf("%s reads %q, %v", style, got, err)
		}
	}
}

func TestPicture_BackgroundImageIsCroppedAroundItsFocalPoint(t *testing.T) {
	t.Parallel()
	stripes := func(size image.Point) image.Image { // red, green and blue thirds along the longer side
		img := image.NewNRGBA(image.Rectangle{Max: size})
		for y := range size.Y {
			for x := range size.X {
				third := y * 3 / size.Y
				if size.X > size.Y {
					third = x * 3 / size.X
				}
				img.Set(x, y, []color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}}[third])
			}
		}
		return img
	}
	red, green, blue := color.RGBA{255, 191, 191, 255}, color.RGBA{191, 255, 191, 255}, color.RGBA{191, 191, 255, 255}
	for _, c := range []struct {
		size image.Point
		x, y int
		want color.RGBA
	}{
		{image.Pt(300, 100), 0, 50, red}, {image.Pt(300, 100), 50, 0, green}, {image.Pt(300, 100), 100, 100, blue},
		{image.Pt(100, 300), 50, 0, red}, {image.Pt(100, 300), 0, 50, green}, {image.Pt(100, 300), 100, 100, blue},
	} {
		for _, style := range []look.FrameStyle{look.NoFrameStyle, look.StickerStyle} {
			l := look.Defaults()
			l.Background, l.FrameStyle, l.FocalX, l.FocalY = imageID, style, c.x, c.y
			code, err := picture.Draw(scanned, l, picture.Images{Background: stripes(c.size)})
			if err != nil {
				t.Fatal(err)
			}
			img, err := code.Image(int(code.Width()) * 10)
			if err != nil {
				t.Fatal(err)
			}
			at := 20 // the quiet zone
			if style == look.StickerStyle {
				at += 30
			}
			if got := img.RGBAAt(at, at); got != c.want {
				t.Errorf("%v at %d%%, %d%%, %s: %v, want %v", c.size, c.x, c.y, style, got, c.want)
			}
			raw, err := code.PNG()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := decode(onWhite(decoded(t, raw))); err != nil || got != scanned {
				t.Errorf("%v at %d%%, %d%%, %s reads %q, %v", c.size, c.x, c.y, style, got, err)
			}
		}
	}
}

// The PNG writer chooses among palettes of 1, 2, 4 and 8 bits and colors with and without
// transparency.
func TestPNG_HasThePixelsOfTheImage(t *testing.T) {
	t.Parallel()
	kinds := map[[2]byte]bool{} // bits and color type
	transparent := func(l *look.Look) { l.Background = look.Transparent }
	for name, change := range map[string]func(*look.Look){
		"two colors":  func(*look.Look) {},
		"four colors": func(l *look.Look) { l.Background = "#f1ead6"; l.Light = "#fbfaf6" },
		"logo":        func(l *look.Look) { l.Logo = imageID },
		"dots":        func(l *look.Look) { l.Modules = look.DotModules },
		"photo": func(l *look.Look) {
			l.Background, l.Gradient, l.Modules = imageID, "radial:#101d1e:#7a1f3d", look.DotModules
		},
		"transparent":      transparent,
		"transparent dots": func(l *look.Look) { transparent(l); l.FrameStyle, l.Caption, l.Margin = look.LabelStyle, "Scan", 0 },
		"transparent gradient": func(l *look.Look) {
			transparent(l)
			l.Gradient, l.FrameStyle = "linear:30:#04755b:#7a1f3d", look.TicketStyle
		},
	} {
		l := look.Defaults()
		change(&l)
		code := drawn(t, scanned, l)
		raw := pngOf(t, code)
		kinds[[2]byte{raw[24], raw[25]}] = true
		want, err := code.Image(l.Size)
		if err != nil {
			t.Fatal(err)
		}
		got := decoded(t, raw)
		if got.Bounds() != want.Bounds() {
			t.Fatalf("%s: %v, want %v", name, got.Bounds(), want.Bounds())
		}
		for y := range want.Rect.Dy() {
			for x := range want.Rect.Dx() {
				if a, b := color.NRGBAModel.Convert(got.At(x, y)), color.NRGBAModel.Convert(want.At(x, y)); a != b {
					t.Fatalf("%s: %v at %d, %d, want %v", name, a, x, y, b)
				}
			}
		}
		if again := pngOf(t, drawn(t, scanned, l)); !bytes.Equal(again, raw) {
			t.Errorf("%s: the same code has other bytes", name)
		}
	}
	for _, kind := range [][2]byte{{1, 3}, {2, 3}, {8, 3}, {8, 2}, {8, 6}} {
		if !kinds[kind] {
			t.Errorf("no picture of %d bits and color type %d", kind[0], kind[1])
		}
	}
}

func decoded(t *testing.T, raw []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestPicture_EveryFormatHasTheImages(t *testing.T) {
	t.Parallel()
	l := withLogo(20)
	l.Background = imageID
	code := drawn(t, scanned, l)
	for part, file := range map[string][]byte{
		"data:image/png;base64,": code.SVG(), "data:image/jpeg;base64,": code.SVG(),
		"/Filter /FlateDecode": code.PDF(), "/Filter /DCTDecode": code.PDF(), "/Im1 Do": code.PDF(),
		"/ASCII85Decode filter /FlateDecode filter": code.EPS(), "/ASCII85Decode filter /DCTDecode filter": code.EPS(),
	} {
		if !bytes.Contains(file, []byte(part)) {
			t.Errorf("%q is missing", part)
		}
	}
	for _, line := range strings.Split(string(code.EPS()), "\n") {
		if len(line) > 255 {
			t.Fatalf("a line of the EPS has %d characters", len(line))
		}
	}
}

func TestPicture_PrintSizeIsInEveryFormat(t *testing.T) {
	t.Parallel()
	code, err := drawn(t, scanned, look.Defaults()).Printed(picture.PrintSize{Millimeters: 30, DPI: 300})
	if err != nil {
		t.Fatal(err)
	}
	raw := pngOf(t, code)
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil || img.Bounds().Dx() != 354 { // 30 / 25.4 * 300
		t.Errorf("the PNG is %v, %v", img.Bounds(), err)
	}
	// 300 dpi are 11,811 pixels per meter.
	if !bytes.Contains(raw, []byte("pHYs\x00\x00\x2e\x23\x00\x00\x2e\x23\x01")) {
		t.Error("the PNG has no density")
	}
	for part, file := range map[string][]byte{
		`width="30mm" height="30mm"`: code.SVG(), "/MediaBox [0 0 85.039 85.039]": code.PDF(), "%%HiResBoundingBox: 0 0 85.039 85.039": code.EPS(),
	} {
		if !bytes.Contains(file, []byte(part)) {
			t.Errorf("%q is missing", part)
		}
	}
}

func TestPicture_RejectsPrintSizesOutOfBounds(t *testing.T) {
	t.Parallel()
	code := drawn(t, scanned, look.Defaults())
	for size, field := range map[picture.PrintSize]string{
		{Millimeters: 1}: "mm", {Millimeters: 3000}: "mm", {Millimeters: math.Inf(1)}: "mm", {Millimeters: 30, DPI: 10}: "dpi", {Millimeters: 500, DPI: 300}: "mm",
	} {
		large, err := code.Printed(size)
		if err == nil {
			_, err = large.PNG()
		}
		var f *fault.Error
		if !errors.As(err, &f) || f.Fields[0].Field != field {
			t.Errorf("%v: %v", size, err)
		}
	}
	if poster, err := code.Printed(picture.PrintSize{Millimeters: 500}); err != nil || len(poster.PDF()) == 0 {
		t.Errorf("a poster as PDF: %v", err)
	}
}

func TestPrint_IsRenderedByGhostscript(t *testing.T) {
	t.Parallel()
	drawsMany(t)
	if _, err := exec.LookPath("gs"); err != nil {
		t.Fatal("gs is missing; scripts/setup installs it")
	}
	l := withLogo(20)
	l.Background, l.FrameStyle, l.Caption, l.Gradient = imageID, look.TicketStyle, "Scan me", "linear:45:#101d1e:#04755b"
	code := drawn(t, scanned, l)
	for name, content := range map[string][]byte{"code.pdf": code.PDF(), "code.eps": code.EPS()} {
		dir := t.TempDir()
		file, out := filepath.Join(dir, name), filepath.Join(dir, "page.png")
		write(t, file, content)
		command := exec.CommandContext(t.Context(), "gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dEPSCrop", "-sDEVICE=png16m", "-r150", "-o", out, file)
		if message, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", name, err, message)
		}
		if got := read(t, contentOf(t, out)); got != scanned {
			t.Errorf("%s reads %q", name, got)
		}
	}
}
