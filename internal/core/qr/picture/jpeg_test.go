package picture_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"

	"linnet/internal/base/hexcolor"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
)

func jpegOf(t testing.TB, code picture.Picture) (file []byte, img image.Image) {
	t.Helper()
	file, err := code.JPEG()
	if err != nil {
		t.Fatal(err)
	}
	img, err = jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return file, img
}

func TestJPEG_RandomDesignsCanBeDecoded(t *testing.T) {
	t.Parallel()
	drawsMany(t)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range fewer(100) {
		l := randomLook(r)
		_, img := jpegOf(t, drawn(t, scanned, l))
		if got, err := decode(img); err != nil || got != scanned {
			t.Errorf("design %d reads %q, %v: %+v", i, got, err, l)
		}
	}
}

// TestJPEG_LooksLikeThePNG bounds the mean difference of the brightness: that of single
// pixels is larger at the edges of modules.
func TestJPEG_LooksLikeThePNG(t *testing.T) {
	t.Parallel()
	l := look.Defaults()
	l.Modules, l.Gradient = look.RoundedModules, "linear:45:#101d1e:#04755b"
	code := drawn(t, scanned, l)
	_, got := jpegOf(t, code)
	want, err := png.Decode(bytes.NewReader(pngOf(t, code)))
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds() != want.Bounds() {
		t.Fatalf("the size is %v, want %v", got.Bounds(), want.Bounds())
	}
	var sum float64
	for y := range l.Size {
		for x := range l.Size {
			sum += math.Abs(brightness(got, x, y) - brightness(want, x, y))
		}
	}
	if mean := sum / float64(l.Size*l.Size); mean > 3 {
		t.Errorf("the mean difference is %.1f of 255", mean)
	}
}

// brightness returns that of a pixel, 0 to 255.
func brightness(img image.Image, x, y int) float64 {
	r, g, b, _ := img.At(x, y).RGBA()
	return (0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)) / 257
}

func TestJPEG_TransparentPartsHaveTheLightColor(t *testing.T) {
	t.Parallel()
	l := look.Defaults()
	l.Background, l.Light = look.Transparent, "#ffe9c7"
	_, img := jpegOf(t, drawn(t, scanned, l))
	want := hexcolor.RGB(l.Light)
	r, g, b, _ := img.At(2, 2).RGBA()
	for channel, pair := range map[string][2]uint32{"red": {r, uint32(want.R)}, "green": {g, uint32(want.G)}, "blue": {b, uint32(want.B)}} {
		if math.Abs(float64(pair[0]>>8)-float64(pair[1])) > 3 {
			t.Errorf("the %s of the margin is %d, want %d", channel, pair[0]>>8, pair[1])
		}
	}
}

func TestJPEG_StatesThePrintedSize(t *testing.T) {
	t.Parallel()
	code := drawn(t, scanned, look.Defaults())
	file, _ := jpegOf(t, code)
	if want := "\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x02\x00\x00\x01\x00\x01\x00\x00"; !bytes.HasPrefix(file, []byte(want)) {
		t.Errorf("without a print size, the header is %x", file[:20])
	}
	code, err := code.Printed(picture.PrintSize{Millimeters: 30, DPI: 300})
	if err != nil {
		t.Fatal(err)
	}
	file, img := jpegOf(t, code)
	if want := "\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x02\x01\x01\x2c\x01\x2c\x00\x00"; !bytes.HasPrefix(file, []byte(want)) {
		t.Errorf("the header is %x", file[:20])
	}
	if got := img.Bounds().Dx(); got != 354 {
		t.Errorf("30 mm at 300 dpi are %d pixels", got)
	}
}
