package httpapi_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/ident"
)

const asForm = "Content-Type: multipart/form-data; boundary=xyzzy"

// mediaForm returns the form of an upload.
func mediaForm(alt string, file []byte) string {
	return "--xyzzy\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n" + string(file) +
		"\r\n--xyzzy\r\nContent-Disposition: form-data; name=\"alt\"\r\n\r\n" + alt + "\r\n--xyzzy--\r\n"
}

// pngOf returns a small image, another one for each number.
func pngOf(number int) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, 4, 2))
	img.Set(0, 0, color.NRGBA{uint8(number >> 16), uint8(number >> 8), uint8(number), 255})
	var b bytes.Buffer
	_ = png.Encode(&b, img)
	return b.Bytes()
}

func (u user) upload(t testing.TB, alt string, file []byte) reply {
	t.Helper()
	return u.call(t, "POST", "/media", mediaForm(alt, file), asForm)
}

// mediaFolders returns the names of the stored folders.
func (in *install) mediaFolders(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(in.dir, "media"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestMedia_UploadStoresOnceAndLists(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	made := u.upload(t, " A square ", pngOf(1)).want(t, http.StatusCreated).json(t)
	if made["alt"] != "A square" || made["width"] != 4.0 || made["height"] != 2.0 || made["type"] != "image/webp" || made["bytes"].(float64) < 50 {
		t.Errorf("uploaded %v", made)
	}
	id := made["id"].(string)
	if want := "https://go.example.com/media/" + id + "/"; !strings.HasPrefix(made["url"].(string), want) || !strings.HasSuffix(made["url"].(string), "-4.webp") {
		t.Errorf("the address is %v", made["url"])
	}
	if again := u.upload(t, "Other words", pngOf(1)).want(t, http.StatusCreated).json(t); again["id"] != id || again["alt"] != "A square" {
		t.Errorf("the same file is %v", again)
	}
	in.clock.Advance(time.Second)
	u.upload(t, "A circle", pngOf(2)).want(t, http.StatusCreated)
	list := u.call(t, "GET", "/media?limit=1", nil).want(t, http.StatusOK).json(t)
	if list["total"] != 2.0 || list["items"].([]any)[0].(map[string]any)["alt"] != "A circle" || list["nextCursor"] == nil {
		t.Errorf("listed %v", list)
	}
	if found := u.call(t, "GET", "/media?search=SQUARE", nil).json(t); found["total"] != 1.0 {
		t.Errorf("found %v", found)
	}
	if n := len(in.mediaFolders(t)); n != 2 {
		t.Errorf("%d folders", n)
	}
}

func TestMedia_RejectsInvalidUploads(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	large := append(pngOf(1), make([]byte, 10<<20)...)
	for name, c := range map[string]struct {
		body   string
		status int
		says   string
	}{
		"no text":         {mediaForm(" ", pngOf(1)), 422, `"field":"alt"`},
		"a long text":     {mediaForm(strings.Repeat("ä", 301), pngOf(1)), 422, "at most 300 characters; this text has 301"},
		"no file":         {mediaForm("A square", nil), 422, `"field":"file"`},
		"a text file":     {mediaForm("A square", []byte("hello")), 422, "not an image"},
		"a large file":    {mediaForm("A square", large), 413, "at most 10 MiB"},
		"an open form":    {mediaForm("A square", pngOf(1))[:120], 400, "incomplete"},
		"a form of nulls": {strings.Repeat("\x00", 100), 422, `"field":"file"`},
	} {
		if got := u.call(t, "POST", "/media", c.body, asForm); got.status != c.status || !strings.Contains(string(got.body), c.says) {
			t.Errorf("%s: %d %s, want %d %q", name, got.status, got.body, c.status, c.says)
		}
	}
	u.call(t, "POST", "/media", map[string]any{"alt": "A"}).want(t, http.StatusUnsupportedMediaType)
	if folders := in.mediaFolders(t); len(folders) > 0 {
		t.Errorf("stored %v", folders)
	}
}

func TestMedia_UpdatesTextAndFocalPoint(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	path := "/media/" + u.upload(t, "A square", pngOf(1)).want(t, http.StatusCreated).json(t)["id"].(string)
	point := map[string]any{"x": 0.25, "y": 1.0}
	got := u.call(t, "PATCH", path, map[string]any{"alt": "A dot", "focalPoint": point}).want(t, http.StatusOK).json(t)
	if got["alt"] != "A dot" || fmt.Sprint(got["focalPoint"]) != fmt.Sprint(point) {
		t.Errorf("updated %v", got)
	}
	if stored := u.call(t, "GET", path, nil).want(t, http.StatusOK).json(t); fmt.Sprint(stored) != fmt.Sprint(got) {
		t.Errorf("stored %v, want %v", stored, got)
	}
	u.call(t, "PATCH", path, map[string]any{"alt": ""}).want(t, http.StatusUnprocessableEntity)
	u.call(t, "PATCH", path, map[string]any{"focalPoint": map[string]any{"x": 1.5, "y": 0}}).want(t, http.StatusUnprocessableEntity)
}

func TestMedia_IsDeletedOnlyWhenNoPageShowsIt(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	id := u.upload(t, "A square", pngOf(1)).want(t, http.StatusCreated).json(t)["id"].(string)
	page := "/bio-pages/" + u.createPage(t, "ada", map[string]any{"type": "image", "mediaId": id})["id"].(string)
	u.call(t, "POST", page+"/publish", nil).want(t, http.StatusOK)
	in.clock.Advance(time.Hour)
	u.call(t, "PATCH", page, map[string]any{"blocks": []any{}}).want(t, http.StatusOK)
	refused := u.call(t, "DELETE", "/media/"+id, nil).want(t, http.StatusConflict) // visitors see it
	if !strings.Contains(string(refused.body), "ada") {
		t.Errorf("the page is not named: %s", refused.body)
	}
	if unused := u.call(t, "GET", "/media?unused=true", nil).json(t); unused["total"] != 0.0 {
		t.Errorf("unused %v", unused)
	}
	u.call(t, "POST", page+"/publish", nil).want(t, http.StatusOK)
	if unused := u.call(t, "GET", "/media?unused=true", nil).json(t); unused["total"] != 1.0 {
		t.Errorf("unused %v", unused)
	}
	u.call(t, "DELETE", "/media/"+id, nil).want(t, http.StatusNoContent)
	if folders := in.mediaFolders(t); len(folders) > 0 {
		t.Errorf("after the deletion there are %v", folders)
	}
	u.call(t, "POST", page+"/revert", map[string]any{"revision": 1}).want(t, http.StatusUnprocessableEntity)
}

func TestMedia_OtherWorkspacesGetNotFound(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u, other := in.signUp(t), in.signUp(t)
	id := u.upload(t, "A square", pngOf(1)).want(t, http.StatusCreated).json(t)["id"].(string)
	for method, body := range map[string]any{"GET": nil, "DELETE": nil, "PATCH": map[string]any{"alt": "x"}} {
		other.call(t, method, "/media/"+id, body).want(t, http.StatusNotFound)
	}
	got := other.call(t, "POST", "/bio-pages", map[string]any{"handle": "x", "title": "X", "avatar": id}).want(t, http.StatusUnprocessableEntity).problem(t)
	if len(got.Errors) != 1 || got.Errors[0].Field != "avatar" {
		t.Errorf("errors %v", got.Errors)
	}
	if mine := other.upload(t, "A square", pngOf(1)).want(t, http.StatusCreated).json(t); mine["id"] == id {
		t.Error("two workspaces share an image")
	}
}

func TestMedia_EnforcesTheStorageOfThePlan(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	id := u.upload(t, "A square", pngOf(1)).want(t, http.StatusCreated).json(t)["id"].(string)
	for _, bytes := range []int{50 << 20, 50<<20 - 10} { // before and after an image is decoded
		in.exec(t, `UPDATE media SET bytes = ? WHERE id = ?`, bytes, id)
		got := u.upload(t, "A circle", pngOf(2)).want(t, http.StatusPaymentRequired).problem(t)
		if got.Code != "limit_reached" {
			t.Errorf("code %q", got.Code)
		}
	}
	if n := len(in.mediaFolders(t)); n != 1 {
		t.Errorf("%d folders, want 1", n)
	}
}

func TestMedia_SweepRemovesFilesWithoutARecord(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	id := u.upload(t, "A square", pngOf(1)).want(t, http.StatusCreated).json(t)["id"].(string)
	interrupted, recent := ident.New(ident.Media), ident.New(ident.Media)
	for name, age := range map[string]time.Duration{id: 2 * time.Hour, interrupted: 2 * time.Hour, recent: time.Minute, "other": 2 * time.Hour} {
		dir := filepath.Join(in.dir, "media", name)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		at := in.clock.Now().Add(-age)
		if err := os.Chtimes(dir, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := in.media.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{id: true, interrupted: false, recent: true, "other": true} {
		if _, err := os.Stat(filepath.Join(in.dir, "media", name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	in.exec(t, `DELETE FROM media`) // as the purge of a workspace does
	if err := in.media.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(in.dir, "media", id)); !os.IsNotExist(err) {
		t.Errorf("the files of a purged image: %v", err)
	}
}

func TestMedia_OfABackgroundIsUsedUntilThePageHasAnother(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	id := u.upload(t, "A square", pngOf(1)).want(t, http.StatusCreated).json(t)["id"].(string)
	page := "/bio-pages/" + u.createPage(t, "ada")["id"].(string)
	made := u.call(t, "PATCH", page, map[string]any{"theme": map[string]any{"preset": "ink", "background": "image", "backgroundImage": id}}).
		want(t, http.StatusOK).json(t)["theme"].(map[string]any)
	if made["backgroundImage"] != id || made["backgroundShade"] != 60.0 {
		t.Errorf("theme %v", made)
	}
	u.call(t, "DELETE", "/media/"+id, nil).want(t, http.StatusConflict)
	if unused := u.call(t, "GET", "/media?unused=true", nil).json(t); unused["total"] != 0.0 {
		t.Errorf("unused %v", unused)
	}
	removed := u.call(t, "PATCH", page, map[string]any{"theme": map[string]any{"preset": "ink", "background": "dots", "backgroundImage": id}}).
		want(t, http.StatusOK).json(t)["theme"].(map[string]any)
	if _, stale := removed["backgroundImage"]; stale || removed["backgroundShade"] != nil || removed["background"] != "dots" {
		t.Errorf("theme %v", removed)
	}
	u.call(t, "DELETE", "/media/"+id, nil).want(t, http.StatusNoContent)
}
