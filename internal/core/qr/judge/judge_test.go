package judge_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"linnet/internal/core/qr/judge"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
)

const text = "https://lnt.example/spring?qr=3kq7c8v0d5m2a"

func one[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// randomLook returns a look of valid syntax. Many have weak contrasts, no margin or
// few pixels.
func randomLook(r *rand.Rand) look.Look {
	dark := []string{"#101d1e", "#04755b", "#7a1f5c", "#1d3fbb", "#8a3b00", "#000000", "#d1495b", "#7f8c8d"}
	light := []string{"#ffffff", "#fbfaf6", "#ffe9c7", "#e3f4ff", "#b8d8be"}
	l := look.Defaults()
	l.Size, l.Margin = one(r, []int{100, 150, 250, 400, 600}), min(4, 2+r.IntN(8))
	l.Level = one(r, []look.Level{look.Low, look.Medium, look.Quartile, look.High})
	l.Dark, l.Light = one(r, dark), light[min(r.IntN(len(light)), r.IntN(len(light)))]
	l.Modules, l.Frame, l.Dot = one(r, look.AllModules()), one(r, look.AllFrames()), one(r, look.AllDots())
	if r.IntN(3) == 0 {
		l.FrameColor, l.DotColor = one(r, dark), one(r, dark)
	}
	switch r.IntN(4) {
	case 0:
		l.Gradient = look.Gradient{Radial: true, From: one(r, dark), To: one(r, dark)}.String()
	case 1:
		l.Gradient = look.Gradient{Degrees: r.IntN(360), From: one(r, dark), To: one(r, dark)}.String()
	}
	l.Background = one(r, []string{"", "", look.Transparent, one(r, light)})
	return l
}

// designs returns the number of random designs: LINNET_QR_DESIGNS, or few enough
// for every run of the tests.
func designs(t *testing.T) int {
	t.Helper()
	if n, err := strconv.Atoi(os.Getenv("LINNET_QR_DESIGNS")); err == nil {
		return n
	}
	return 30
}

func TestJudge_PassedDesignsAreReadByZBar(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("zbarimg"); err != nil {
		t.Fatal("zbarimg is missing; scripts/setup installs it")
	}
	r := rand.New(rand.NewPCG(17, 8))
	passed := 0
	for i := range designs(t) {
		l := randomLook(r)
		report := judged(t, l)
		if !report.Passes() {
			continue
		}
		passed++
		if got := zbar(t, l); got != text {
			t.Errorf("design %d with score %d: zbar reads %q: %+v", i, report.Score, got, l)
		}
	}
	t.Logf("%d of %d designs passed", passed, designs(t))
	if passed == 0 {
		t.Error("no design passed")
	}
}

// zbar returns what zbarimg reads in the picture on white paper.
func zbar(t *testing.T, l look.Look) string {
	t.Helper()
	code, err := picture.DrawAnyContrast(text, l)
	if err != nil {
		t.Fatal(err)
	}
	img, err := code.Image(l.Size)
	if err != nil {
		t.Fatal(err)
	}
	page := image.NewRGBA(img.Bounds())
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(page, page.Bounds(), img, image.Point{}, draw.Over)
	var b bytes.Buffer
	if err := png.Encode(&b, page); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "code.png")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "zbarimg", "--raw", "--quiet", "--nodbus", "-Sdisable", "-Sqrcode.enable", file).Output()
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(out))
}

func judged(t *testing.T, l look.Look) judge.Report {
	t.Helper()
	report, err := judge.Judge(text, l)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func checkOf(t *testing.T, r judge.Report, name string) judge.Check {
	t.Helper()
	for _, c := range r.Checks {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no check %s", name)
	return judge.Check{}
}

func TestJudge_DefaultLookHasTheFullScore(t *testing.T) {
	t.Parallel()
	if r := judged(t, look.Defaults()); r.Score != 100 || !r.Passes() {
		t.Errorf("got %+v", r)
	}
}

func TestJudge_FixMakesTheCheckPass(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		check  string
		change func(*look.Look)
	}{
		"pale modules":           {judge.Contrast, func(l *look.Look) { l.Dark = "#d1a5ab" }},
		"pale gradient":          {judge.Contrast, func(l *look.Look) { l.Gradient = "radial:#101d1e:#f2c14e" }},
		"pale corners":           {judge.Contrast, func(l *look.Look) { l.FrameColor, l.DotColor = "#f2c14e", "#b8d8be" }},
		"dark light modules":     {judge.Contrast, func(l *look.Look) { l.Light = "#333333" }},
		"dark background":        {judge.Contrast, func(l *look.Look) { l.Background = "#333333" }},
		"medium background":      {judge.Contrast, func(l *look.Look) { l.Background, l.Dark = "#b8d8be", "#04755b" }},
		"inverted":               {judge.Inverted, func(l *look.Look) { l.Dark, l.Light = l.Light, l.Dark }},
		"inverted gradient":      {judge.Inverted, func(l *look.Look) { l.Light, l.Gradient = "#101d1e", "linear:0:#ffffff:#e3f4ff" }},
		"green on white paper":   {judge.QuietZone, func(l *look.Look) { l.Light, l.Background = "#b8d8be", look.Transparent }},
		"no margin":              {judge.QuietZone, func(l *look.Look) { l.Margin = 0 }},
		"too few pixels":         {judge.Decode, func(l *look.Look) { l.Size = 64 }},
		"small in print":         {judge.ModuleSize, func(l *look.Look) { l.Size, l.Margin = 64, 20 }},
		"stars and a small size": {judge.Decode, func(l *look.Look) { l.Size, l.Modules, l.Frame = 80, look.StarModules, look.DotFrame }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := look.Defaults()
			c.change(&l)
			for range 3 { // a fix may need a second one, such as plain shapes and then more pixels
				failed := checkOf(t, judged(t, l), c.check)
				if failed.OK {
					break
				}
				if failed.Fix == nil {
					t.Fatalf("no fix for %s: %s", c.check, failed.Message)
				}
				l = failed.Fix.On(l)
			}
			if failed := checkOf(t, judged(t, l), c.check); !failed.OK {
				t.Errorf("still fails: %s %+v", failed.Message, l)
			}
		})
	}
}

func TestJudge_UnreadableLooksScoreBelowThePass(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*look.Look){
		"one color":         func(l *look.Look) { l.Dark, l.Light = "#ffffff", "#ffffff" },
		"almost one color":  func(l *look.Look) { l.Dark = "#f4f4f4" },
		"one pixel modules": func(l *look.Look) { l.Size = 64 },
	} {
		l := look.Defaults()
		change(&l)
		if r := judged(t, l); r.Decoded || r.Score >= judge.PassScore {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestJudge_RatesDenseCodes(t *testing.T) {
	t.Parallel()
	report, err := judge.Judge("https://lnt.example/"+strings.Repeat("a", 600), look.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	if c := checkOf(t, report, judge.Density); c.OK {
		t.Errorf("got %+v", c)
	}
}

func BenchmarkJudge(b *testing.B) {
	for b.Loop() {
		if _, err := judge.Judge(text, look.Defaults()); err != nil {
			b.Fatal(err)
		}
	}
}
