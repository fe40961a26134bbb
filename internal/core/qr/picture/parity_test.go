package picture_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	matrix "rsc.io/qr"

	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
	"linnet/internal/core/qr/symbol"
)

var update = flag.Bool("update", false, "write the files of the web app's renderer anew")

// Files of the web app, whose renderer draws the previews of the studio.
const (
	parityFile      = "../../../../web/src/entities/qr-code/drawing/testdata/parity.json.gz"
	captionFontFile = "../../../../web/src/shared/data/caption-font.json"
)

// parity is what the web app's renderer must draw.
type parity struct {
	Logo     [2]int         `json:"logo"` // width and height
	Drawings []paritySVG    `json:"drawings"`
	Matrices []parityMatrix `json:"matrices"`
	Crops    []parityCrop   `json:"crops"`
}

type paritySVG struct {
	Text string    `json:"text"`
	Look look.Look `json:"look"`
	SVG  string    `json:"svg"`

	Background *parityPart `json:"background,omitempty"` // of a look with an image
}

// parityPart is the part of the background image that a design shows, in pixels.
type parityPart struct {
	Image [2]int `json:"image"` // width and height
	Crop  [4]int `json:"crop"`  // left, top, width and height
}

// parityMatrix is a hash of the modules, row by row as 0 and 1.
type parityMatrix struct {
	Text  string     `json:"text"`
	Level look.Level `json:"level"`
	Hash  string     `json:"hash"`
}

// parityCrop is the part of an image that a background shows, in pixels.
type parityCrop struct {
	Image      [2]int  `json:"image"`      // width and height
	Proportion float64 `json:"proportion"` // of the background, width by height
	Focal      [2]int  `json:"focal"`      // in percent
	Crop       [4]int  `json:"crop"`       // left, top, width and height
}

const (
	parityDrawings = 84 // of any background
	parityCropped  = 60 // of a background image with a focal point
	parityMatrices = 600
	parityCrops    = 300
)

func TestPicture_WebAppDrawsTheSame(t *testing.T) {
	t.Parallel()
	drawsMany(t)
	src := rand.New(rand.NewPCG(34, 40)) //nolint:gosec // reproducible
	want := parity{Logo: [2]int{90, 60}}
	for i := range parityDrawings + parityCropped {
		text, l := parityText(src, 1+i%24), parityLook(src, i)
		if i >= parityDrawings {
			l.Background, l.FocalX, l.FocalY = imageID, src.IntN(look.MaxFocal+1), src.IntN(look.MaxFocal+1)
		}
		want.Drawings = append(want.Drawings, parityDrawing(t, src, text, l))
	}
	levels := []look.Level{look.Low, look.Medium, look.Quartile, look.High}
	for i := range parityMatrices {
		text, level := parityText(src, 1+i*i/900), i%len(levels)
		code, err := symbol.Encode(text, matrix.Level(level))
		if err != nil {
			t.Fatal(err)
		}
		want.Matrices = append(want.Matrices, parityMatrix{text, levels[level], hashOf(code)})
	}
	for range parityCrops {
		c := parityCrop{
			Image: [2]int{1 + src.IntN(4000), 1 + src.IntN(4000)}, Proportion: float64(1+src.IntN(64)) / 16,
			Focal: [2]int{src.IntN(look.MaxFocal + 1), src.IntN(look.MaxFocal + 1)},
		}
		c.Crop = sidesOf(picture.Crop(image.Rect(0, 0, c.Image[0], c.Image[1]), c.Proportion, c.Focal[0], c.Focal[1]))
		want.Crops = append(want.Crops, c)
	}
	compareGzip(t, parityFile, want)
}

// parityDrawing draws a design, on an image of random size if it has one.
func parityDrawing(t *testing.T, src *rand.Rand, text string, l look.Look) paritySVG {
	t.Helper()
	size := [2]int{1 + src.IntN(640), 1 + src.IntN(640)}
	given := picture.Images{
		Logo: image.NewNRGBA(image.Rect(0, 0, 90, 60)), Background: image.NewNRGBA(image.Rect(0, 0, size[0], size[1])),
	}
	code, err := picture.DrawAnyContrast(text, l, given)
	if err != nil {
		t.Fatal(err)
	}
	svg := imageData.ReplaceAllStringFunc(string(code.SVG()), func(data string) string {
		if strings.Contains(data, "jpeg") {
			return `href="background"`
		}
		return `href="logo"`
	})
	drawn := paritySVG{Text: text, Look: l, SVG: svg}
	if l.BackgroundImage() != "" {
		drawn.Background = &parityPart{size, sidesOf(code.BackgroundPart())}
	}
	return drawn
}

// sidesOf returns the left, the top, the width and the height.
func sidesOf(r image.Rectangle) [4]int { return [4]int{r.Min.X, r.Min.Y, r.Dx(), r.Dy()} }

var imageData = regexp.MustCompile(`href="data:[^"]*"`)

// parityLook returns a look that passes the check of contrast. The first ones have
// every shape.
func parityLook(src *rand.Rand, i int) look.Look {
	l := look.Defaults()
	l.Modules = look.AllModules()[i%len(look.AllModules())]
	l.Frame = look.AllFrames()[i%len(look.AllFrames())]
	l.Dot = look.AllDots()[(i*3+i/7)%len(look.AllDots())]
	l.FrameStyle = look.AllFrameStyles()[(i/2)%len(look.AllFrameStyles())]
	l.Level = []look.Level{look.Low, look.Medium, look.Quartile, look.High}[src.IntN(4)]
	l.Margin = src.IntN(7)
	l.Size = 256 + src.IntN(900)
	pick := func(choices ...string) string { return choices[src.IntN(len(choices))] }
	l.Dark = pick("#101d1e", "#04755b", "#5b2a86")
	l.Background = pick("", "", "transparent", "#f1ead6", imageID)
	l.Gradient = pick("", "", "radial:#101d1e:#04755b", fmt.Sprintf("linear:%d:#101d1e:#7a1f3d", src.IntN(360)))
	l.FrameColor = pick("", "", "#7a1f3d", l.Dark)
	l.DotColor = pick("", "", "#04755b", l.FrameColor)
	l.Caption = pick("", "Scan me", "Menü · 24 €", "Ελλάδα", "Я люблю чай, Привет!", "¿Qué? “Fix & go”")
	l.LogoSize = look.MinLogo + src.IntN(look.MaxLogo-look.MinLogo+1)
	l.Logo = pick("", "", imageID)
	return l
}

// parityText returns a text of so many characters: digits, capitals or any others.
func parityText(src *rand.Rand, length int) string {
	alphabet := []rune([]string{
		"0123456789", "ABCXYZ 0189$%*+-./:", "abcdefghijklmnopqrstuvwxyz0123456789/?=&.-", "aäß€日🐦xyz/",
	}[src.IntN(4)])
	var b strings.Builder
	for range min(length, 400) {
		b.WriteRune(alphabet[src.IntN(len(alphabet))])
	}
	return b.String()
}

func hashOf(code *matrix.Code) string {
	h := sha256.New()
	for y := range code.Size {
		for x := range code.Size {
			bit := byte('0')
			if code.Black(x, y) {
				bit = '1'
			}
			_, _ = h.Write([]byte{bit})
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// compareGzip compares the JSON of a value with a compressed file, or writes it.
func compareGzip(t *testing.T, path string, value any) {
	t.Helper()
	want, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		_, _ = z.Write(want)
		_ = z.Close()
		writeFile(t, path, b.Bytes())
		return
	}
	raw, err := os.ReadFile(path) //nolint:gosec // a constant
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is stale (%v): go test ./internal/core/qr/picture -run WebApp -update", path, err)
	}
}

func writeFile(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil { //nolint:gosec // a source file
		t.Fatal(err)
	}
}

// The web app's captions have the outlines of the same font, in its own units.
func TestCaptionFont_WebAppHasTheSameGlyphs(t *testing.T) {
	t.Parallel()
	face, err := look.CaptionFont()
	if err != nil {
		t.Fatal(err)
	}
	var b sfnt.Buffer
	glyphs := map[string]string{}
	for r := rune(' '); r <= 0xffff; r++ {
		index, err := face.GlyphIndex(&b, r)
		if err != nil || index == 0 || unicode.Is(unicode.Co, r) {
			continue
		}
		glyphs[string(r)] = glyphOf(t, face, &b, index)
	}
	want, err := json.MarshalIndent(map[string]any{"glyphs": glyphs}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		writeFile(t, captionFontFile, want)
		return
	}
	if got, err := os.ReadFile(captionFontFile); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is stale (%v): go test ./internal/core/qr/picture -run WebApp -update", captionFontFile, err)
	}
}

// glyphOf returns the advance and the contours of a glyph in units of the font.
func glyphOf(t *testing.T, face *sfnt.Font, b *sfnt.Buffer, index sfnt.GlyphIndex) string {
	t.Helper()
	em := fixed.I(int(face.UnitsPerEm()))
	advance, err := face.GlyphAdvance(b, index, em, font.HintingNone)
	if err != nil {
		t.Fatal(err)
	}
	segments, err := face.LoadGlyph(b, index, em, nil)
	if err != nil {
		t.Fatal(err)
	}
	units := func(v fixed.Int26_6) string { return fmt.Sprint(float64(v) / 64) }
	out := units(advance)
	for _, s := range segments {
		points := map[sfnt.SegmentOp]int{sfnt.SegmentOpMoveTo: 1, sfnt.SegmentOpLineTo: 1, sfnt.SegmentOpQuadTo: 2, sfnt.SegmentOpCubeTo: 3}[s.Op]
		var coords []string
		for _, p := range s.Args[:points] {
			coords = append(coords, units(p.X), units(p.Y))
		}
		out += string("MLQC"[s.Op]) + strings.Join(coords, " ")
	}
	return out
}
