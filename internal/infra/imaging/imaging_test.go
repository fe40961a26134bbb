package imaging_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"

	encoder "github.com/chai2010/webp"
	decoder "golang.org/x/image/webp"

	"linnet/internal/base/fault"
	"linnet/internal/core/media"
	"linnet/internal/core/pixels"
	"linnet/internal/infra/imaging"
	"linnet/internal/testkit/concurrent"
)

// quadrants returns an image whose quarters are red, green, blue and white, from the
// top left in reading order.
func quadrants(w, h int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{255, 0, 0, 255}
			switch {
			case x >= w/2 && y >= h/2:
				c = color.NRGBA{255, 255, 255, 255}
			case y >= h/2:
				c = color.NRGBA{0, 0, 255, 255}
			case x >= w/2:
				c = color.NRGBA{0, 255, 0, 255}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

func encoded(t testing.TB, format string, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	err := map[string]func() error{
		"jpeg": func() error { return jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}) },
		"png":  func() error { return png.Encode(&b, img) },
		"gif":  func() error { return gif.Encode(&b, img, nil) },
		"webp": func() error { return encoder.Encode(&b, img, &encoder.Options{Lossless: true}) },
	}[format]()
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// exif returns a TIFF structure with an orientation and a text that is the place of a
// photo.
func exif(orientation int) []byte {
	b := []byte("MM\x00*\x00\x00\x00\x08\x00\x02" + "\x01\x12\x00\x03\x00\x00\x00\x01")
	b = append(b, 0, byte(orientation), 0, 0)
	b = append(b, "\x88\x25\x00\x04\x00\x00\x00\x01\x00\x00\x00\x26\x00\x00\x00\x00"...)
	return append(b, "GPS 52.5163N 13.3777E"...)
}

func withJPEGEXIF(data []byte, orientation int) []byte {
	body := append([]byte("Exif\x00\x00"), exif(orientation)...)
	out := append([]byte{0xff, 0xd8, 0xff, 0xe1}, 0, 0)
	binary.BigEndian.PutUint16(out[4:], uint16(len(body)+2))
	return append(append(out, body...), data[2:]...)
}

func pngChunk(kind string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, kind...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

func process(t *testing.T, data []byte) media.Picture {
	t.Helper()
	p, err := imaging.New(pixels.NewBudget(1<<30)).Process(t.Context(), "wsp_1", data)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func decodeFile(t *testing.T, f media.PictureFile) image.Image {
	t.Helper()
	decode := jpeg.Decode
	if f.Format == media.WebP {
		decode = decoder.Decode
	}
	img, err := decode(bytes.NewReader(f.Data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// corners returns the colors of the quarters in reading order, such as "RGBW".
func corners(img image.Image) string {
	var out strings.Builder
	b := img.Bounds()
	for _, p := range []image.Point{
		{b.Dx() / 4, b.Dy() / 4}, {b.Dx() * 3 / 4, b.Dy() / 4}, {b.Dx() / 4, b.Dy() * 3 / 4}, {b.Dx() * 3 / 4, b.Dy() * 3 / 4},
	} {
		r, g, bl, _ := img.At(p.X, p.Y).RGBA()
		switch high := [3]bool{r > 0x8000, g > 0x8000, bl > 0x8000}; high {
		case [3]bool{true, true, true}:
			out.WriteByte('W')
		case [3]bool{true, false, false}:
			out.WriteByte('R')
		case [3]bool{false, true, false}:
			out.WriteByte('G')
		case [3]bool{false, false, true}:
			out.WriteByte('B')
		default:
			fmt.Fprintf(&out, "%v", high)
		}
	}
	return out.String()
}

func TestProcessor_EncodesEachFormatInAllWidths(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"jpeg", "png", "gif", "webp"} {
		p := process(t, encoded(t, format, quadrants(1600, 800)))
		if p.Width != 1280 || p.Height != 640 || len(p.Files) != 6 {
			t.Fatalf("%s: %d × %d in %d files", format, p.Width, p.Height, len(p.Files))
		}
		for _, f := range p.Files {
			img := decodeFile(t, f)
			if got := img.Bounds().Size(); got != image.Pt(f.Width, f.Width/2) {
				t.Errorf("%s: %s of width %d is %v", format, f.Format, f.Width, got)
			}
			if got := corners(img); got != "RGBW" {
				t.Errorf("%s: %s of width %d shows %s", format, f.Format, f.Width, got)
			}
		}
	}
}

func TestProcessor_ConcurrentCallsReturnTheSame(t *testing.T) {
	t.Parallel()
	p, data := imaging.New(pixels.NewBudget(1<<30)), encoded(t, "jpeg", quadrants(400, 200))
	concurrent.Same(t, func() (string, error) {
		made, err := p.Process(t.Context(), "wsp_1", data)
		return fmt.Sprint(made), err
	})
}

func TestProcessor_NeverEnlarges(t *testing.T) {
	t.Parallel()
	for size, want := range map[image.Point][]int{
		{1, 1}: {1}, {320, 10}: {320}, {321, 200}: {320, 321}, {500, 900}: {320, 500}, {1280, 3}: {320, 640, 1280}, {1281, 9}: {320, 640, 1280},
	} {
		var got []int
		for _, f := range process(t, encoded(t, "png", quadrants(size.X, size.Y))).Files {
			if f.Format == media.JPEG {
				got = append(got, f.Width)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v has the widths %v, want %v", size, got, want)
		}
	}
}

func TestProcessor_AppliesEachOrientation(t *testing.T) {
	t.Parallel()
	plain := encoded(t, "jpeg", quadrants(64, 32))
	for orientation, want := range []string{1: "RGBW", 2: "GRWB", 3: "WBGR", 4: "BWRG", 5: "RBGW", 6: "BRWG", 7: "WGBR", 8: "GWRB", 9: "RGBW"} {
		if want == "" {
			continue
		}
		p := process(t, withJPEGEXIF(plain, orientation))
		size := image.Pt(64, 32)
		if orientation >= 5 && orientation <= 8 {
			size = image.Pt(32, 64)
		}
		if got := corners(decodeFile(t, p.Files[0])); got != want || image.Pt(p.Width, p.Height) != size {
			t.Errorf("orientation %d shows %s in %d × %d, want %s in %v", orientation, got, p.Width, p.Height, want, size)
		}
	}
	raw := encoded(t, "png", quadrants(64, 32))
	header := 8 + 25 // signature and IHDR
	turned := append(append(bytes.Clone(raw[:header]), pngChunk("eXIf", exif(6))...), raw[header:]...)
	if got := corners(decodeFile(t, process(t, turned).Files[0])); got != "BRWG" {
		t.Errorf("a PNG with orientation 6 shows %s", got)
	}
}

func TestProcessor_DropsMetadata(t *testing.T) {
	t.Parallel()
	data := withJPEGEXIF(encoded(t, "jpeg", quadrants(64, 32)), 1)
	if !bytes.Contains(data, []byte("GPS 52.5163N")) {
		t.Fatal("the upload has no place")
	}
	for _, f := range process(t, data).Files {
		for _, secret := range []string{"GPS", "52.51", "Exif", "EXIF", "XMP", "ICCP"} {
			if bytes.Contains(f.Data, []byte(secret)) {
				t.Errorf("the %s file contains %q", f.Format, secret)
			}
		}
	}
}

func TestProcessor_KeepsTransparencyInWebPOnly(t *testing.T) {
	t.Parallel()
	p := process(t, encoded(t, "png", image.NewNRGBA(image.Rect(0, 0, 20, 20))))
	for _, f := range p.Files {
		_, _, _, alpha := decodeFile(t, f).At(10, 10).RGBA()
		if (alpha == 0) != (f.Format == media.WebP) {
			t.Errorf("%s has alpha %d", f.Format, alpha)
		}
	}
	if r, _, _, _ := decodeFile(t, p.Files[1]).At(10, 10).RGBA(); r < 0xf000 {
		t.Errorf("the JPEG is not on white: %x", r)
	}
}

// hugePNG declares a size and has few pixels.
func hugePNG(w, h uint32) []byte {
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	out := append([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", append(header, 8, 2, 0, 0, 0))...)
	return append(append(out, pngChunk("IDAT", []byte{0x78, 0x9c, 1, 0, 0, 0xff, 0xff, 0, 0, 0, 1})...), pngChunk("IEND", nil)...)
}

// hugeWebP declares a canvas of one pixel and a frame of 16383 × 16383.
func hugeWebP() []byte {
	chunk := func(id string, body []byte) []byte {
		return append(binary.LittleEndian.AppendUint32([]byte(id), uint32(len(body))), body...)
	}
	body := append(chunk("VP8X", make([]byte, 10)), chunk("VP8 ", []byte{0x10, 0, 0, 0x9d, 1, 0x2a, 0xff, 0x3f, 0xff, 0x3f})...)
	out := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body)+4))
	return append(append(out, "WEBP"...), body...)
}

// animatedGIF has two pictures, of which each has a color table of its own.
func animatedGIF(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	first, second := image.NewPaletted(image.Rect(0, 0, 300, 2), palette.Plan9), image.NewPaletted(image.Rect(0, 0, 300, 2), palette.WebSafe)
	if err := gif.EncodeAll(&out, &gif.GIF{Image: []*image.Paletted{first, second}, Delay: []int{10, 10}}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// animatedPNG has the chunk acTL behind its header.
func animatedPNG(t *testing.T) []byte {
	t.Helper()
	still := encoded(t, "png", quadrants(4, 4))
	const header = 8 + 12 + 13
	chunk := append([]byte{0, 0, 0, 8}, "acTL\x00\x00\x00\x02\x00\x00\x00\x00"...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return slices.Concat(still[:header], chunk, still[header:])
}

// animatedWebP declares an animation.
func animatedWebP() []byte {
	body := append([]byte("WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x03\x00\x00"), "ANIM\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func TestProcessor_RejectsUnacceptableFiles(t *testing.T) {
	t.Parallel()
	photo := encoded(t, "jpeg", quadrants(64, 32))
	drawing := encoded(t, "gif", quadrants(8, 8))
	zip := append([]byte("PK\x05\x06"), make([]byte, 18)...)
	for name, c := range map[string]struct {
		data []byte
		want string // a part of the sentence
	}{
		"PNG of 60000 × 60000":    {hugePNG(60_000, 60_000), "60000 × 60000"},
		"PNG of 12001 × 1":        {hugePNG(12_001, 1), "12001 × 1"},
		"PNG of 41 megapixels":    {hugePNG(8_200, 5_000), "megapixels"},
		"WebP with a huge frame":  {hugeWebP(), "16383 × 16383"},
		"PNG without its pixels":  {hugePNG(500, 500), "damaged"},
		"truncated JPEG":          {photo[:len(photo)/3], "damaged"},
		"truncated WebP":          {encoded(t, "webp", quadrants(64, 32))[:40], "damaged"},
		"only a signature":        {[]byte("\x89PNG\r\n\x1a\n"), "damaged"},
		"GIF with a JAR":          {append(bytes.Clone(drawing), zip...), "another document"},
		"JPEG with a ZIP comment": {append(append(bytes.Clone(photo), zip[:20]...), 3, 0, 'a', 'b', 'c'), "another document"},
		"JPEG with a web page":    {append(bytes.Clone(photo), "<!DOCTYPE html><p>"...), "another document"},
		"JPEG with a script":      {append(bytes.Clone(photo), "<ScRiPt>alert(1)"...), "another document"},
		"JPEG with a PDF":         {append(bytes.Clone(photo), "%PDF-1.7"...), "another document"},
		"animated GIF":            {animatedGIF(t), "animated"},
		"animated PNG":            {animatedPNG(t), "animated"},
		"animated WebP":           {animatedWebP(), "animated"},
		"SVG":                     {[]byte(`<?xml version="1.0"?><SVG onload="alert(1)"/>`), "SVG"},
		"HEIC":                    {[]byte("\x00\x00\x00\x18ftypheic0000"), "HEIC"},
		"text":                    {[]byte("hello"), "not an image"},
		"BMP":                     {[]byte("BM0000000000"), "not an image"},
	} {
		_, err := imaging.New(pixels.NewBudget(1<<30)).Process(t.Context(), "wsp_1", c.data)
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func FuzzProcessor(f *testing.F) {
	for _, format := range []string{"jpeg", "png", "gif", "webp"} {
		f.Add(encoded(f, format, quadrants(6, 4)))
	}
	f.Add(withJPEGEXIF(encoded(f, "jpeg", quadrants(6, 4)), 6))
	f.Add(hugePNG(60_000, 60_000))
	f.Add(hugeWebP())
	p := imaging.New(pixels.NewBudget(1 << 30))
	f.Fuzz(func(t *testing.T, data []byte) {
		// Images of more than a megapixel take a second each. Those above the limit are
		// rejected before they are decoded, so that the bombs among the seeds run.
		if config, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil {
			if pixels := config.Width * config.Height; pixels > 1<<20 && pixels <= media.MaxPixels {
				t.Skip("slow")
			}
		}
		got, err := p.Process(t.Context(), "wsp_1", data)
		if err != nil {
			if !fault.Is(err, fault.Invalid) {
				t.Fatal(err)
			}
			return
		}
		for _, file := range got.Files {
			if file.Width > got.Width || got.Width > 1280 || len(file.Data) == 0 {
				t.Fatalf("%d × %d has a file of width %d with %d bytes", got.Width, got.Height, file.Width, len(file.Data))
			}
		}
	})
}
