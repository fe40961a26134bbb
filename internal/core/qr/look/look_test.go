package look_test

import (
	"errors"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/qr/look"
)

func TestLook_RejectsDesignsThatCannotBeScanned(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		change func(*look.Look)
		field  string
	}{
		"modules":           {func(l *look.Look) { l.Modules = "hearts" }, "modules"},
		"frame":             {func(l *look.Look) { l.Frame = "" }, "frame"},
		"dot":               {func(l *look.Look) { l.Dot = "x" }, "dot"},
		"gradient form":     {func(l *look.Look) { l.Gradient = "linear:#101d1e:#04755b" }, "gradient"},
		"gradient angle":    {func(l *look.Look) { l.Gradient = "linear:360:#101d1e:#04755b" }, "gradient"},
		"gradient script":   {func(l *look.Look) { l.Gradient = `radial:#101d1e:"/><script>` }, "gradient"},
		"light gradient":    {func(l *look.Look) { l.Gradient = "radial:#101d1e:#eeeeee" }, "gradient"},
		"light frame":       {func(l *look.Look) { l.FrameColor = "#dddddd" }, "frameColor"},
		"light dot":         {func(l *look.Look) { l.DotColor = "#dddddd" }, "dotColor"},
		"dot color":         {func(l *look.Look) { l.DotColor = "red" }, "dotColor"},
		"background":        {func(l *look.Look) { l.Background = "red" }, "background"},
		"frame style":       {func(l *look.Look) { l.FrameStyle = "cup" }, "frameStyle"},
		"caption length":    {func(l *look.Look) { l.Caption = strings.Repeat("ä", 41) }, "caption"},
		"caption letters":   {func(l *look.Look) { l.Caption = "扫描" }, "caption"},
		"caption control":   {func(l *look.Look) { l.Caption = "a\nb" }, "caption"},
		"focal point left":  {func(l *look.Look) { l.FocalX = -1 }, "focalX"},
		"focal point below": {func(l *look.Look) { l.FocalY = 101 }, "focalY"},
		"black background":  {func(l *look.Look) { l.Background = "#000000" }, "background"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := look.Defaults()
			c.change(&l)
			var f *fault.Error
			if err := l.Validate(); !errors.As(err, &f) || f.Code != fault.Invalid || f.Fields[0].Field != c.field || len(f.Fields) != 1 {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestLook_StoredByAnEarlierVersionHasSquareShapes(t *testing.T) {
	t.Parallel()
	var l look.Look
	if err := l.UnmarshalJSON([]byte(`{"size":300,"margin":2,"level":"H","dark":"#04755b","light":"#fbfaf6"}`)); err != nil {
		t.Fatal(err)
	}
	if err := l.Validate(); err != nil {
		t.Error(err)
	}
	if l.Modules != look.SquareModules || l.Size != 300 || l.Margin != 2 || l.FocalX != 50 || l.FocalY != 50 {
		t.Errorf("got %+v", l)
	}
}
