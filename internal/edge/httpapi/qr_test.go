package httpapi_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"image/png"
	"io/fs"
	"mime"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/qr/scan"
	"linnet/internal/edge/httpapi"
)

// scanned reads a picture as a phone does.
func scanned(t *testing.T, picture []byte) string {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	texts, err := scan.Texts(img)
	if err != nil {
		t.Fatalf("a scanner cannot read it: %v", err)
	}
	return texts[0]
}

func TestDrawQR_EncodesTheContent(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	ids := map[string]string{}
	for _, alias := range []string{"launch", "größe", "docs/*", "a/b"} {
		made := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": alias}).want(t, 201)
		ids[alias] = "linkId=" + made.json(t)["id"].(string)
	}
	for name, c := range map[string]struct{ query, content, file string }{
		"a link":                {ids["launch"], "https://go.example.com/launch?qr=1", `attachment; filename=launch.png`},
		"letters beyond ASCII":  {ids["größe"], "https://go.example.com/gr%C3%B6%C3%9Fe?qr=1", `attachment; filename*=utf-8''gr%C3%B6%C3%9Fe.png`},
		"a wildcard":            {ids["docs/*"], "https://go.example.com/docs?qr=1", `attachment; filename=docs.png`},
		"an alias of two parts": {ids["a/b"], "https://go.example.com/a/b?qr=1", `attachment; filename=a-b.png`},
		"any address":           {"url=" + url.QueryEscape("https://example.com/?a=1&empty"), "https://example.com/?a=1&empty", `attachment; filename=qr-code.png`},
		"a look of its own":     {ids["launch"] + "&dark=%2304755B&light=%23fbfaf6&level=H&margin=2&size=300", "https://go.example.com/launch?qr=1", `attachment; filename=launch.png`},
	} {
		r := ada.call(t, "GET", "/qr?format=png&download=1&"+c.query, nil).want(t, 200)
		if got := scanned(t, r.body); got != c.content {
			t.Errorf("%s: it reads %q", name, got)
		}
		if got := r.header.Get("Content-Disposition"); got != c.file {
			t.Errorf("%s: the file is %q", name, got)
		}
	}
	r := ada.call(t, "GET", "/qr?size=100&"+ids["launch"], nil).want(t, 200)
	if r.header.Get("Content-Type") != "image/svg+xml; charset=utf-8" || r.header.Get("Content-Disposition") != "" || !bytes.HasPrefix(r.body, []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="100"`)) {
		t.Errorf("an SVG to look at: %v %.80s", r.header, r.body)
	}
}

func TestDrawQR_Formats(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	id := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "launch"}).want(t, 201).json(t)["id"].(string)
	design := "&size=400&modules=classy&frame=leaf&dot=star&frameColor=%2304755B&gradient=linear%3A45%3A%23101d1e%3A%2304755b&background=transparent"
	tags := map[string]bool{}
	for format, want := range map[string]struct{ mediaType, begin string }{
		"svg":  {"image/svg+xml; charset=utf-8", `<svg xmlns="http://www.w3.org/2000/svg" width="400"`},
		"png":  {"image/png", "\x89PNG"},
		"jpeg": {"image/jpeg", "\xff\xd8\xff\xe0\x00\x10JFIF"},
		"webp": {"image/webp", "RIFF"},
		"pdf":  {"application/pdf", "%PDF-1.4"},
		"eps":  {"application/postscript", "%!PS-Adobe-3.0 EPSF-3.0"},
	} {
		r := ada.call(t, "GET", "/qr?download=1&linkId="+id+"&format="+format+design, nil).want(t, 200)
		if got := r.header.Get("Content-Type"); got != want.mediaType || !bytes.HasPrefix(r.body, []byte(want.begin)) {
			t.Errorf("%s: %s, %.30q", format, got, r.body)
		}
		if got := r.header.Get("Content-Disposition"); got != "attachment; filename=launch."+format {
			t.Errorf("%s: the file is %q", format, got)
		}
		tag := r.header.Get("ETag")
		if same := ada.call(t, "GET", "/qr?linkId="+id+"&format="+format+design, nil, "If-None-Match: "+tag).want(t, 304); tags[tag] || len(same.body) != 0 {
			t.Errorf("%s: the ETag %q of another format, or a body: %q", format, tag, same.body)
		}
		tags[tag] = true
	}
	other := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "한글"}).want(t, 201).json(t)["id"].(string)
	r := ada.call(t, "GET", "/qr?download=1&format=svg&linkId="+other, nil).want(t, 200)
	if _, params, err := mime.ParseMediaType(r.header.Get("Content-Disposition")); err != nil || params["filename"] != "한글.svg" {
		t.Errorf("%v: the file is %q", err, r.header.Get("Content-Disposition"))
	}
}

func TestQRCodes_KeepTheirDesign(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	ada := in.signUp(t)
	id := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201).json(t)["id"].(string)
	design := map[string]any{
		"size": 300.0, "margin": 2.0, "level": "H", "dark": "#101d1e", "light": "#fbfaf6", "background": "#ffffff",
		"modules": "rounded", "frame": "drop", "dot": "circle", "frameColor": "#04755b", "dotColor": "#7a1f5c",
		"gradient": "radial:#101d1e:#04755b", "frameStyle": "ticket", "caption": "Scan me", "logo": "", "logoSize": 25.0, "focalX": 20.0, "focalY": 50.0,
	}
	made := ada.call(t, "POST", "/qr-codes", map[string]any{"linkId": id, "look": design}).want(t, 201).json(t)
	if diff := cmp.Diff(design, made["look"]); diff != "" {
		t.Error(diff)
	}
	codeID := made["id"].(string)
	design["gradient"], design["modules"] = "", "star"
	changed := ada.call(t, "PATCH", "/qr-codes/"+codeID, map[string]any{"look": map[string]any{"gradient": "", "modules": "star"}}).want(t, 200).json(t)
	if diff := cmp.Diff(design, changed["look"]); diff != "" {
		t.Error(diff)
	}
	svg := ada.call(t, "GET", "/qr?codeId="+codeID, nil).want(t, 200).body
	if !bytes.Contains(svg, []byte(`fill="#7a1f5c"`)) || bytes.Contains(svg, []byte("radialGradient")) {
		t.Errorf("the picture has another design: %.300s", svg)
	}
	p := ada.call(t, "PATCH", "/qr-codes/"+codeID, map[string]any{"look": map[string]any{"dotColor": "#eeeeee"}}).want(t, 422).problem(t)
	if len(p.Errors) != 1 || p.Errors[0].Field != "look.dotColor" {
		t.Errorf("faults at %v", p.fields())
	}
}

func TestJudgeQR_ReturnsChecksAndFixes(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	good := ada.call(t, "POST", "/qr/judge", map[string]any{"content": "https://go.example.com/a?qr=1"}).want(t, 200).json(t)
	if good["score"] != 100.0 || good["decoded"] != true {
		t.Errorf("the default look: %v", good)
	}
	weak := ada.call(t, "POST", "/qr/judge", map[string]any{"content": "https://go.example.com/a", "look": map[string]any{"margin": 1}}).want(t, 200).json(t)
	for _, item := range weak["checks"].([]any) {
		check := item.(map[string]any)
		wantFix := any(nil)
		if check["name"] == "quietZone" {
			wantFix = map[string]any{"margin": 4.0}
		}
		if diff := cmp.Diff(wantFix, check["fix"]); diff != "" || check["ok"] != (wantFix == nil) {
			t.Errorf("%v: %s", check, diff)
		}
	}
	p := ada.call(t, "POST", "/qr/judge", map[string]any{"content": "x", "look": map[string]any{"dark": "red"}}).want(t, 422).problem(t)
	if len(p.Errors) != 1 || p.Errors[0].Field != "look.dark" {
		t.Errorf("faults at %v", p.fields())
	}
}

func TestDrawQR_InvalidParameters(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	id := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201).json(t)["id"].(string)
	for name, c := range map[string]struct {
		query, field string
	}{
		"nothing":                {"", "url"},
		"two things":             {"linkId=" + id + "&url=https://example.com/", "url"},
		"a script":               {"url=javascript:alert(1)", "url"},
		"too much":               {"url=https://example.com/" + strings.Repeat("a", 1000), "url"},
		"light on dark":          {"linkId=" + id + "&dark=%23ffffff&light=%23000000", "dark"},
		"a color that is markup": {"linkId=" + id + "&light=%22%3E%3Cscript%3E", "light"},
		"too small":              {"linkId=" + id + "&size=10", "size"},
		"focal point outside":    {"linkId=" + id + "&focalX=101", "focalX"},
		"modules below a pixel":  {"url=https://example.com/" + strings.Repeat("a", 900) + "&format=png&size=64", "size"},
		"no such format":         {"linkId=" + id + "&format=gif", "format"},
		"no such level":          {"linkId=" + id + "&level=X", "level"},
	} {
		p := ada.call(t, "GET", "/qr?"+c.query, nil).want(t, 422).problem(t)
		if len(p.Errors) == 0 || p.Errors[0].Field != c.field {
			t.Errorf("%s: %v", name, p.fields())
		}
	}
	ada.call(t, "GET", "/qr?linkId=lnk_0000000000000", nil).want(t, 404)
}

func TestQRCodes_CreateUpdateDelete(t *testing.T) {
	t.Parallel()
	way, clicks := withClicks(t)
	in := newInstall(t, clicks)
	ada := in.signUp(t)
	made := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/menu", "alias": "menu", "title": "Menu"}).want(t, 201).json(t)
	linkID := made["id"].(string)
	poster := ada.call(t, "POST", "/qr-codes", map[string]any{"linkId": linkID, "name": "Poster", "look": map[string]any{"dark": "#04755B"}}).want(t, 201).json(t)
	id := poster["id"].(string)
	mark := "qr=" + strings.TrimPrefix(id, "qrc_")
	if poster["content"] != "https://go.example.com/menu?"+mark || poster["scans"] != 0.0 || poster["ownScans"] != true {
		t.Errorf("made %v", poster)
	}
	other := ada.call(t, "POST", "/qr-codes", map[string]any{"linkId": linkID}).want(t, 201).json(t)["id"].(string)
	picture := ada.call(t, "GET", "/qr?format=png&download=1&codeId="+id, nil).want(t, 200)
	if got := scanned(t, picture.body); got != poster["content"] || picture.header.Get("Content-Disposition") != "attachment; filename=Poster.png" {
		t.Errorf("the picture reads %q, its file is %q", got, picture.header.Get("Content-Disposition"))
	}

	way.visit(t, ada, linkID, "menu", noon, func(h *click.Hit) { h.Query = mark })
	way.visit(t, ada, linkID, "menu", noon, func(h *click.Hit) { h.Query = "qr=1" }) // printed before codes had marks
	way.visit(t, ada, linkID, "menu", noon)
	eventually(t, "one scan of two visits", func() bool {
		return ada.call(t, "GET", "/qr-codes/"+id, nil).want(t, 200).json(t)["scans"] == 1.0
	})

	if got := ada.call(t, "GET", "/qr-codes/"+other, nil).want(t, 200).json(t)["scans"]; got != 0.0 {
		t.Errorf("the other code shows %v scans of this one", got)
	}
	eventually(t, "the clicks arrive", func() bool { return way.pipeline.Stats().Waiting == 0 })
	rows := ada.call(t, "GET", "/analytics?groupBy=qrCode&trigger=qr&linkId="+linkID, nil).want(t, 200).json(t)["rows"].([]any)
	if len(rows) != 2 { // this code's, and the one without a mark
		t.Errorf("the scans by code: %v", rows)
	}
	if got := ada.call(t, "GET", "/analytics?groupBy=count&qrCode="+id, nil).want(t, 200).json(t)["clicks"]; got != 1.0 {
		t.Errorf("%v clicks by this code", got)
	}

	changed := ada.call(t, "PATCH", "/qr-codes/"+id, map[string]any{"name": nil, "look": map[string]any{"level": "H"}}).want(t, 200).json(t)
	look := changed["look"].(map[string]any)
	if changed["name"] != nil || look["level"] != "H" || look["dark"] != "#04755b" || changed["scans"] != 1.0 {
		t.Errorf("changed into %v", changed)
	}
	usage := ada.call(t, "GET", "/dashboard/usage", nil).want(t, 200).json(t)
	if got := usage["qrCodes"].(map[string]any)["used"]; got != 2.0 {
		t.Errorf("%v codes are used", got)
	}
	list := ada.call(t, "GET", "/qr-codes?limit=1&search=menu", nil).want(t, 200).json(t)
	if items := list["items"].([]any); len(items) != 1 || list["total"] != 2.0 || list["nextCursor"] == nil {
		t.Errorf("the list is %v", list)
	}
	ada.call(t, "DELETE", "/qr-codes/"+id, nil).want(t, 204)
	ada.call(t, "GET", "/qr-codes/"+id, nil).want(t, 404)
}

func TestCreateQRCode_NamesInvalidFields(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	id := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201).json(t)["id"].(string)
	for name, c := range map[string]struct {
		body map[string]any
		want []string
	}{
		"no link at all": {map[string]any{}, []string{"linkId: Choose a link, or send a staticContent. A code has one of the two."}},
		"no such link":   {map[string]any{"linkId": "lnk_0000000000000"}, []string{"linkId: This workspace has no such link. Choose another one."}},
		"a pale code": {map[string]any{"linkId": id, "look": map[string]any{"dark": "#cccccc"}},
			[]string{"look.dark: Scanners cannot read this. Choose a dark color on a much lighter one."}},
		"a small code": {map[string]any{"linkId": id, "look": map[string]any{"size": 10}}, []string{"look.size: Must be at least 64."}},
	} {
		p := ada.call(t, "POST", "/qr-codes", c.body).want(t, 422).problem(t)
		if !slices.Equal(p.fields(), c.want) {
			t.Errorf("%s: %q", name, p.fields())
		}
	}
}

// switchedClicks is a click store that fails while broken.
type switchedClicks struct {
	analytics.Store
	broken atomic.Bool
}

func (s *switchedClicks) Query(ctx context.Context, q analytics.Query) (analytics.Result, error) {
	if s.broken.Load() {
		return analytics.Result{}, errors.New("the engine was closed")
	}
	return s.Store.Query(ctx, q)
}

// TestUpdateQRCode_SaysThatItWasSavedWithoutItsScans fails to count the scans after
// the change was stored. A new code has none, which need no count.
func TestUpdateQRCode_SaysThatItWasSavedWithoutItsScans(t *testing.T) {
	t.Parallel()
	var scans switchedClicks
	clicks, behind := withClicks(t)
	in := newInstall(t, behind, func(d *httpapi.Deps) {
		scans.Store = clicks.engine
		d.Analytics = analytics.New(analytics.Deps{Store: &scans, Clock: d.Clock})
	})
	ada := in.signUp(t)
	link := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201).json(t)["id"]
	scans.broken.Store(true)
	code := ada.call(t, "POST", "/qr-codes", map[string]any{"linkId": link}).want(t, 201).json(t)["id"].(string)
	problem := ada.call(t, "PATCH", "/qr-codes/"+code, map[string]any{"name": "Poster"}).want(t, 503).problem(t)
	if problem.Code != "unavailable" || !strings.Contains(problem.Message, "was saved") {
		t.Errorf("%+v", problem)
	}
	scans.broken.Store(false)
	if got := ada.call(t, "GET", "/qr-codes/"+code, nil).want(t, 200).json(t); got["name"] != "Poster" || got["scans"] != 0.0 {
		t.Errorf("%v", got)
	}
}

func TestDrawQR_LogoOfTheLibrary(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	ada, bob := in.signUp(t), in.signUp(t)
	image := ada.upload(t, "A logo", pngOf(1)).want(t, 201).json(t)["id"].(string)
	id := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "launch"}).want(t, 201).json(t)["id"].(string)
	plain := ada.call(t, "GET", "/qr?format=svg&linkId="+id, nil).want(t, 200).body
	for _, format := range []string{"svg", "png", "jpeg", "webp", "pdf", "eps"} {
		query := "/qr?format=" + format + "&linkId=" + id + "&logo=" + image + "&background=" + image
		if r := ada.call(t, "GET", query, nil).want(t, 200); bytes.Equal(r.body, plain) || len(r.body) == 0 {
			t.Errorf("%s has no images", format)
		}
	}
	if got := scanned(t, ada.call(t, "GET", "/qr?format=png&linkId="+id+"&logo="+image, nil).want(t, 200).body); got != "https://go.example.com/launch?qr=1" {
		t.Errorf("it reads %q", got)
	}
	p := bob.call(t, "GET", "/qr?url=https%3A%2F%2Fexample.com&logo="+image, nil).want(t, 422).problem(t)
	if len(p.Errors) != 1 || p.Errors[0].Field != "logo" {
		t.Errorf("an image of another workspace: %v", p.fields())
	}
	p = bob.call(t, "POST", "/qr/judge", map[string]any{"content": "x", "look": map[string]any{"logo": image}}).want(t, 422).problem(t)
	if len(p.Errors) != 1 || p.Errors[0].Field != "look.logo" {
		t.Errorf("an image of another workspace: %v", p.fields())
	}
	code := ada.call(t, "POST", "/qr-codes", map[string]any{"linkId": id, "look": map[string]any{"logo": image}}).want(t, 201).json(t)["id"].(string)
	ada.call(t, "DELETE", "/media/"+image, nil).want(t, 409)
	ada.call(t, "DELETE", "/qr-codes/"+code, nil).want(t, 204)
	ada.call(t, "DELETE", "/media/"+image, nil).want(t, 204)
}

func TestDrawQR_ETagAndPrintSize(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	const query = "/qr?format=png&mm=30&dpi=300&url=https%3A%2F%2Fexample.com"
	first := ada.call(t, "GET", query, nil).want(t, 200)
	tag := first.header.Get("ETag")
	img, err := png.Decode(bytes.NewReader(first.body))
	if err != nil || img.Bounds().Dx() != 354 || first.header.Get("Cache-Control") != "private, no-cache" {
		t.Errorf("%v, %v, %v", img.Bounds(), err, first.header)
	}
	same := ada.call(t, "GET", query, nil, "If-None-Match: "+`"other", `+tag).want(t, 304)
	if len(same.body) != 0 || same.header.Get("ETag") != tag {
		t.Errorf("%q, %v", same.body, same.header)
	}
	if other := ada.call(t, "GET", query+"&dark=%23000000", nil, "If-None-Match: "+tag).want(t, 200); other.header.Get("ETag") == tag {
		t.Error("another look has the same ETag")
	}
	p := ada.call(t, "GET", "/qr?format=png&mm=900&url=https%3A%2F%2Fexample.com", nil).want(t, 422).problem(t)
	if len(p.Errors) != 1 || p.Errors[0].Field != "mm" {
		t.Errorf("faults at %v", p.fields())
	}
}

func TestPublicQRCode_ShowsTheCurrentLookUntilItsExpiry(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	ada, bob := in.signUp(t), in.signUp(t)
	id := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "launch"}).want(t, 201).json(t)["id"].(string)
	code := ada.call(t, "POST", "/qr-codes", map[string]any{"linkId": id}).want(t, 201).json(t)
	path := "/qr-codes/" + code["id"].(string) + "/image-url"
	bob.call(t, "POST", path, map[string]any{}).want(t, 404)
	expiry := in.clock.Now().Add(time.Hour).Format(time.RFC3339)
	made := ada.call(t, "POST", path, map[string]any{"format": "png", "size": 300, "expiresAt": expiry}).want(t, 201).json(t)
	public := strings.TrimPrefix(made["url"].(string), "https://go.example.com/api/v1")
	first := in.anonymous().call(t, "GET", public, nil).want(t, 200)
	if got := scanned(t, first.body); got != code["content"] || first.header.Get("Content-Type") != "image/png" || first.header.Get("Cache-Control") != "public, max-age=300" {
		t.Errorf("it reads %q, %v", got, first.header)
	}
	in.anonymous().call(t, "GET", public, nil, "If-None-Match: "+first.header.Get("ETag")).want(t, 304)
	ada.call(t, "PATCH", "/qr-codes/"+code["id"].(string), map[string]any{"look": map[string]any{"dark": "#04755b"}}).want(t, 200)
	in.anonymous().call(t, "GET", public, nil, "If-None-Match: "+first.header.Get("ETag")).want(t, 200)
	changed := []byte(public)
	changed[len(changed)/2] ^= 'A' ^ 'B' // another character of the token, whichever it is
	in.anonymous().call(t, "GET", string(changed), nil).want(t, 404)
	p := ada.call(t, "POST", path, map[string]any{"expiresAt": in.clock.Now().Format(time.RFC3339)}).want(t, 422).problem(t)
	if len(p.Errors) != 1 || p.Errors[0].Field != "expiresAt" {
		t.Errorf("faults at %v", p.fields())
	}
	forever := ada.call(t, "POST", path, map[string]any{}).want(t, 201).json(t)
	if forever["expiresAt"] != nil {
		t.Errorf("got %v", forever)
	}
	in.clock.Advance(time.Hour)
	in.anonymous().call(t, "GET", public, nil).want(t, 410)
	ada.call(t, "DELETE", "/qr-codes/"+code["id"].(string), nil).want(t, 204)
	in.anonymous().call(t, "GET", strings.TrimPrefix(forever["url"].(string), "https://go.example.com/api/v1"), nil).want(t, 404)
}

func TestQRArchive_HasEveryCodeOnce(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	ada, bob := in.signUp(t), in.signUp(t)
	p := ada.call(t, "POST", "/qr-codes/archive", map[string]any{}).want(t, 422).problem(t)
	if len(p.Errors) != 1 || p.Errors[0].Field != "search" {
		t.Errorf("an empty archive: %v", p.fields())
	}
	link := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "launch"}).want(t, 201).json(t)["id"]
	contents := map[string]bool{}
	for _, name := range []string{"Poster", "poster", "Flyer", "a/b", "", "Cup", "Wall", "Table", "Door"} {
		code := ada.call(t, "POST", "/qr-codes", map[string]any{"linkId": link, "name": name}).want(t, 201).json(t)
		contents[code["content"].(string)] = true
		if name == "Door" {
			bob.call(t, "POST", "/qr-codes/archive", map[string]any{"ids": []any{code["id"]}}).want(t, 422)
		}
	}
	started := ada.call(t, "POST", "/qr-codes/archive", map[string]any{"format": "png"}).want(t, 202).json(t)
	if started["state"] != "queued" || started["total"] != 9.0 || started["kind"] != "export" {
		t.Errorf("started %v", started)
	}
	in.work(t)
	path := "/exports/" + started["id"].(string)
	if done := ada.call(t, "GET", path, nil).want(t, 200).json(t); done["state"] != "done" || done["done"] != 9.0 || done["failed"] != 0.0 {
		t.Fatalf("ended as %v", done)
	}
	bob.call(t, "GET", path+"/file", nil).want(t, 404)
	file := ada.call(t, "GET", path+"/file", nil).want(t, 200)
	if got := file.header.Get("Content-Type"); got != "application/zip" {
		t.Errorf("the file is %s", got)
	}
	archive, err := zip.NewReader(bytes.NewReader(file.body), int64(len(file.body)))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, f := range archive.File {
		content, err := fs.ReadFile(archive, f.Name)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		text := scanned(t, content)
		if names[strings.ToLower(f.Name)] || !contents[text] {
			t.Errorf("%s reads %q", f.Name, text)
		}
		names[strings.ToLower(f.Name)] = true
		delete(contents, text)
	}
	if len(names) != 9 || !names["launch.png"] || !names["a-b.png"] || !names["poster (2).png"] {
		t.Errorf("the files are %v", names)
	}
}

func TestQRArchive_ListsCodesThatWereDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	ada := in.signUp(t)
	link := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "launch"}).want(t, 201).json(t)["id"]
	var ids []string
	for range 2 {
		ids = append(ids, ada.call(t, "POST", "/qr-codes", map[string]any{"linkId": link}).want(t, 201).json(t)["id"].(string))
	}
	started := ada.call(t, "POST", "/qr-codes/archive", map[string]any{"format": "svg", "ids": ids}).want(t, 202).json(t)
	ada.call(t, "DELETE", "/qr-codes/"+ids[0], nil).want(t, 204)
	in.work(t)
	path := "/exports/" + started["id"].(string)
	if done := ada.call(t, "GET", path, nil).want(t, 200).json(t); done["state"] != "done" || done["failed"] != 1.0 {
		t.Fatalf("ended as %v", done)
	}
	file := ada.call(t, "GET", path+"/file", nil).want(t, 200).body
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil || len(archive.File) != 2 {
		t.Fatalf("%v, %v", archive.File, err)
	}
	errors, err := fs.ReadFile(archive, "errors.txt")
	if err != nil || !strings.HasPrefix(string(errors), ids[0]+": ") {
		t.Errorf("%q, %v", errors, err)
	}
	if svg, err := fs.ReadFile(archive, "launch.svg"); err != nil || !bytes.HasPrefix(svg, []byte("<svg")) {
		t.Errorf("%.40q, %v", svg, err)
	}
}

func TestListQRCodes_SparksAreTheScansOfEachCode(t *testing.T) {
	t.Parallel()
	clicks, behind := withClicks(t)
	in := newInstall(t, behind)
	u := in.signUp(t)
	u.call(t, "PATCH", "/workspaces/current", `{"timeZone":"Europe/Berlin"}`).want(t, 200)
	linkID := u.call(t, "POST", "/links", `{"url":"https://example.com/","alias":"menu"}`).want(t, 201).json(t)["id"].(string)
	var ids []string
	for n := range 2 {
		code := u.call(t, "POST", "/qr-codes", map[string]any{"linkId": linkID}).want(t, 201).json(t)
		ids = append(ids, code["id"].(string))
		_, marker, _ := strings.Cut(code["content"].(string), "?")
		for i := range 3 * (n + 1) { // the last scans of the second code are older than the spark
			at := noon.Add(-time.Duration(i) * 7 * 24 * time.Hour)
			clicks.visit(t, u, linkID, "menu", at, func(h *click.Hit) { h.Trigger, h.Query = click.TriggerQR, marker })
		}
	}
	u.call(t, "POST", "/qr-codes", `{"staticContent":{"type":"phone","phone":"110"}}`).want(t, 201)
	clicks.visit(t, u, linkID, "menu", noon)
	old := u.call(t, "POST", "/qr-codes", map[string]any{"linkId": linkID}).want(t, 201).json(t)["id"].(string)
	in.exec(t, "UPDATE qr_codes SET marked = FALSE WHERE id = $1", old)
	for range 2 {
		clicks.visit(t, u, linkID, "menu", noon.Add(-2*24*time.Hour), func(h *click.Hit) { h.Trigger, h.Query = click.TriggerQR, "qr=1" })
	}
	eventually(t, "the scans arrive", func() bool { return clicks.pipeline.Stats().Waiting == 0 })

	items := u.call(t, "GET", "/qr-codes?include=spark", nil).want(t, 200).json(t)["items"].([]any)
	got := map[any][]any{}
	for _, item := range items {
		code := item.(map[string]any)
		spark, _ := code["spark"].([]any)
		if code["linkId"] != nil && len(spark) != 30 {
			t.Errorf("%s has %d days", code["id"], len(spark))
		}
		for daysAgo := range len(spark) {
			if n := spark[len(spark)-1-daysAgo]; n != 0.0 {
				got[code["id"]] = append(got[code["id"]], float64(daysAgo), n)
			}
		}
	}
	want := map[any][]any{
		ids[0]: {0.0, 1.0, 7.0, 1.0, 14.0, 1.0}, ids[1]: {0.0, 1.0, 7.0, 1.0, 14.0, 1.0, 21.0, 1.0, 28.0, 1.0},
		old: {2.0, 2.0}, // it was created before codes had their own parameter
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("days ago and scans: %s", diff)
	}
	plain := u.call(t, "GET", "/qr-codes", nil).want(t, 200).json(t)["items"].([]any)[1].(map[string]any)
	if spark, ok := plain["spark"]; ok {
		t.Errorf("a code has the spark %v without include", spark)
	}
}
