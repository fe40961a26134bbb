package judge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"linnet/internal/core/qr/judge"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
	"linnet/internal/testkit/concurrent"
)

const text = "https://lnt.example/spring?qr=3kq7c8v0d5m2a"

func judged(t *testing.T, l look.Look) judge.Report {
	t.Helper()
	report, err := judge.Judge(text, l, images(), picture.PrintSize{})
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

// TestJudge_PassesPlainCodesOfAnyContent rates codes without decoration, whose modules
// depend on their content alone.
func TestJudge_PassesPlainCodesOfAnyContent(t *testing.T) {
	t.Parallel()
	levels := []look.Level{look.Low, look.Medium, look.Quartile, look.High}
	for i := range designs() / 10 {
		l := look.Defaults()
		l.Level = levels[i%len(levels)]
		content := fmt.Sprintf("https://go.example.com/menu-17954471%05d?qr=1", i*131)
		report, err := judge.Judge(content, l, picture.Images{}, picture.PrintSize{})
		if err != nil || !report.Passes() {
			t.Errorf("%s at level %s: %+v, %v", content, l.Level, report, err)
		}
	}
}

// Q3 of the review: scanners read the bytes of "ü" as a Chinese character, and the rating was 100.
func TestJudge_WarnsOfCharactersBeyondASCII(t *testing.T) {
	t.Parallel()
	for content, warns := range map[string]bool{"Müller": true, "SMS 🐦": true, "https://lnt.example/spring": false} {
		report, err := judge.Judge(content, look.Defaults(), picture.Images{}, picture.PrintSize{})
		if err != nil {
			t.Fatal(err)
		}
		failed := slices.ContainsFunc(report.Checks, func(c judge.Check) bool { return c.Name == judge.Characters && !c.OK })
		if failed != warns || warns && (report.Score >= 100 || report.Score < judge.PassScore) {
			t.Errorf("%s: %+v", content, report)
		}
	}
}

func TestJudge_ConcurrentCallsReturnTheSame(t *testing.T) {
	t.Parallel()
	l := look.Defaults()
	l.Logo, l.LogoSize = imageID, look.MinLogo
	given := images()
	concurrent.Same(t, func() (string, error) {
		report, err := judge.Judge(text, l, given, picture.PrintSize{})
		return fmt.Sprint(report), err
	})
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
		"shapes of few pixels":   {judge.ModuleSize, func(l *look.Look) { l.Size, l.Frame = 200, look.LeafFrame }},
		"large logo":             {judge.Logo, func(l *look.Look) { l.Logo, l.LogoSize = imageID, look.MaxLogo }},
		"pale on an image":       {judge.Contrast, func(l *look.Look) { l.Dark, l.Background = "#7f8c8d", imageID }},
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

func TestJudge_ComparesTheQuietZoneOfAPanelWithItsWindow(t *testing.T) {
	t.Parallel()
	l := look.Defaults()
	l.FrameStyle, l.Caption, l.Background = look.TicketStyle, "Scan me", "#b8d8be"
	if r := judged(t, l); !r.Passes() {
		t.Errorf("a tinted background outside the panel: %+v", r)
	}
	l.FrameStyle = look.LabelStyle
	if c := checkOf(t, judged(t, l), judge.QuietZone); c.OK {
		t.Errorf("a tinted background around the modules: %+v", c)
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

// A look that is not drawn must not have a score with which users save it.
func TestJudge_LooksThatAreNotDrawnScoreBelowThePass(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*look.Look){
		"green on blue": func(l *look.Look) {
			l.Dark, l.Light, l.Modules, l.Level = "#0e6d3f", "#6aabfc", look.StarModules, look.Quartile
		},
		"inverted":             func(l *look.Look) { l.Dark, l.Light = l.Light, l.Dark },
		"a background of ink":  func(l *look.Look) { l.Background = "#333333" },
		"pale dots of corners": func(l *look.Look) { l.DotColor = "#b8d8be" },
	} {
		l := look.Defaults()
		change(&l)
		if _, err := picture.Draw(text, l, images()); err == nil {
			t.Errorf("%s is drawn", name)
		}
		if r := judged(t, l); r.Score >= judge.PassScore || r.Passes() {
			t.Errorf("%s: a score of %d", name, r.Score)
		}
	}
}

func TestJudge_RatesDenseCodes(t *testing.T) {
	t.Parallel()
	report, err := judge.Judge("https://lnt.example/"+strings.Repeat("a", 600), look.Defaults(), picture.Images{}, picture.PrintSize{})
	if err != nil {
		t.Fatal(err)
	}
	if c := checkOf(t, report, judge.Density); c.OK {
		t.Errorf("got %+v", c)
	}
}

func BenchmarkJudge(b *testing.B) {
	for b.Loop() {
		if _, err := judge.Judge(text, look.Defaults(), picture.Images{}, picture.PrintSize{}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestJudge_MeasuresThePrintSize(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		size, fix picture.PrintSize
	}{
		"wide enough":       {picture.PrintSize{Millimeters: 30}, picture.PrintSize{}},
		"too narrow":        {picture.PrintSize{Millimeters: 10}, picture.PrintSize{Millimeters: 17, DPI: 300}},
		"too few pixels":    {picture.PrintSize{Millimeters: 30, DPI: 72}, picture.PrintSize{Millimeters: 30, DPI: 105}},
		"no print size":     {picture.PrintSize{}, picture.PrintSize{}},
		"pixels of no size": {picture.PrintSize{DPI: 72}, picture.PrintSize{}},
	} {
		r, err := judge.Judge(text, look.Defaults(), picture.Images{}, c.size)
		if err != nil {
			t.Fatal(err)
		}
		check := checkOf(t, r, judge.ModuleSize)
		if check.PrintFix != c.fix || check.OK != (c.fix == picture.PrintSize{}) || check.Fix != nil {
			t.Errorf("%s: %+v", name, check)
		}
		if check.OK {
			continue
		}
		fixed, err := judge.Judge(text, look.Defaults(), picture.Images{}, check.PrintFix)
		if err != nil || !checkOf(t, fixed, judge.ModuleSize).OK {
			t.Errorf("%s: the fix %+v fails: %+v, %v", name, check.PrintFix, checkOf(t, fixed, judge.ModuleSize), err)
		}
	}
	if _, err := judge.Judge(text, look.Defaults(), picture.Images{}, picture.PrintSize{Millimeters: 1}); err == nil {
		t.Error("a width of 1 mm is accepted")
	}
}
