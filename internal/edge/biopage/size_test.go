package biopage_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/core/page"
	"linnet/internal/core/page/theme"
	"linnet/internal/edge/biopage"
)

const (
	maxCompressed = 14_000 // bytes of HTML and CSS, which fit into the first 10 packets of a connection
	sizeDocument  = "../../../docs/bio-pages.md"
	sizeStart     = "<!-- sizes: written by TestHandler_PagesOfEachThemeFitIntoTheFirstPackets with LINNET_UPDATE=1 -->\n"
	sizeEnd       = "<!-- end of sizes -->"
)

// TestHandler_PagesOfEachThemeFitIntoTheFirstPackets compares the bytes of a page with a
// block of each type and 20 links with the table of the documentation.
func TestHandler_PagesOfEachThemeFitIntoTheFirstPackets(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	table.WriteString("| Theme | HTML and CSS | compressed |\n|---|---|---|\n")
	for _, preset := range theme.Presets() {
		doc := document()
		doc.Theme = theme.Theme{Preset: preset.ID}
		for i := range 20 {
			doc.Blocks = append(doc.Blocks, page.Block{
				ID: fmt.Sprintf("blk_00000000001%02d", i), Visible: true, Body: &page.Link{LinkID: linkID, Title: fmt.Sprint("Button ", i)},
			})
		}
		imaged := doc
		imaged.Theme.Background, imaged.Theme.BackgroundImage = theme.Image, mediaID
		h := biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)})
		plain, err := serve(h, "/@ada")
		if err != nil {
			t.Fatal(err)
		}
		packed, err := serve(h, "/@ada", "Accept-Encoding", "gzip")
		if err != nil {
			t.Fatal(err)
		}
		if n := packed.Body.Len(); n > maxCompressed || packed.Header().Get("Content-Encoding") != "gzip" {
			t.Errorf("%s has %d bytes compressed", preset.ID, n)
		}
		packedImage, err := serve(biopage.New(biopage.Deps{Source: &source{doc: imaged}, Clock: clock.NewManual(noon)}), "/@ada", "Accept-Encoding", "gzip")
		if err != nil {
			t.Fatal(err)
		}
		if n := packedImage.Body.Len(); n > maxCompressed || n == packed.Body.Len() {
			t.Errorf("%s with a background image has %d bytes compressed", preset.ID, n)
		}
		fmt.Fprintf(&table, "| %s | %.1f kB | %.1f kB |\n", preset.Label, float64(plain.Body.Len())/1000, float64(packed.Body.Len())/1000)
	}
	file, err := os.ReadFile(sizeDocument)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(file), sizeStart)
	listed, after, found := strings.Cut(rest, sizeEnd)
	if !found {
		t.Fatalf("%s has no table of sizes", sizeDocument)
	}
	if listed == table.String() {
		return
	}
	if os.Getenv("LINNET_UPDATE") == "" {
		t.Errorf("%s lists other sizes; run the test with LINNET_UPDATE=1. They are now:\n%s", sizeDocument, table.String())
		return
	}
	if err := os.WriteFile(sizeDocument, []byte(before+sizeStart+table.String()+sizeEnd+after), 0o600); err != nil {
		t.Fatal(err)
	}
}
