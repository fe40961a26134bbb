package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"linnet/client"
	"linnet/internal/config"
)

// terminal runs commands as the program, as a user with a configuration folder of their own.
type terminal struct {
	t   *testing.T
	env []string
	dir string
}

func newTerminal(t *testing.T, env ...string) *terminal {
	t.Helper()
	dir := t.TempDir()
	return &terminal{t: t, dir: dir, env: append([]string{asProgram + "=1", "HOME=" + dir, "XDG_CONFIG_HOME=" + dir}, env...)}
}

// run runs a command with a standard input and returns what it did.
func (u *terminal) run(stdin string, args ...string) (code int, stdout, stderr string) {
	u.t.Helper()
	self, err := os.Executable()
	if err != nil {
		u.t.Fatal(err)
	}
	cmd := exec.CommandContext(u.t.Context(), self, args...)
	var out, said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &said
	cmd.Dir = u.dir
	cmd.Env = append(os.Environ(), u.env...)
	if err := cmd.Run(); cmd.ProcessState == nil {
		u.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), said.String()
}

// ok returns the output of a command that must succeed, without the line feed at its end.
func (u *terminal) ok(stdin string, args ...string) string {
	u.t.Helper()
	code, out, said := u.run(stdin, args...)
	if code != 0 {
		u.t.Fatalf("linnet %v: exit %d: %s", args, code, said)
	}
	return strings.TrimSuffix(out, "\n")
}

// fails fails the test unless a command fails with one line that contains want.
func (u *terminal) fails(want, stdin string, args ...string) {
	u.t.Helper()
	code, _, said := u.run(stdin, args...)
	if code == 0 || !strings.Contains(said, want) || strings.Count(said, "\n") != 1 {
		u.t.Errorf("linnet %v: exit %d, want the line %q: %s", args, code, want, said)
	}
}

// newAPIKey returns the secret of an API key.
func (p *person) newAPIKey(scopes ...string) string {
	p.t.Helper()
	var created struct{ Key string }
	p.call(http.MethodPost, "/api-keys", map[string]any{"name": "Laptop", "scopes": scopes}, http.StatusCreated, &created)
	return created.Key
}

// loggedIn returns a terminal with the variables of a new account on a new server.
func loggedIn(t *testing.T, scopes ...string) (*terminal, *person) {
	t.Helper()
	ada := signUp(t, start(t, func(c *config.Config) { c.Plans = "off" }))
	return newTerminal(t, "LINNET_URL="+ada.origin, "LINNET_API_KEY="+ada.newAPIKey(scopes...)), ada
}

func TestLogin_StoresProfilesThatOnlyTheUserReads(t *testing.T) {
	t.Parallel()
	ada := signUp(t, start(t, nil))
	key, user := ada.newAPIKey("links:write"), newTerminal(t)
	user.fails("Run linnet login", "", "whoami")
	user.fails("--url", key, "login")
	user.fails("keys begin with lnt_", "secret\n", "login", "--url", ada.origin)
	user.fails("rejects the API key", "lnt_wrong", "login", "--url", ada.origin)
	user.fails("cannot reach", key, "login", "--url", "http://127.0.0.1:1")

	user.ok(key+"\n", "login", "--url", ada.origin)
	if err := os.WriteFile(filepath.Join(user.dir, "key"), []byte(key), 0o600); err != nil {
		t.Fatal(err)
	}
	user.ok("", "login", "--url", ada.origin+"/", "--key-file", "key", "--profile", "work")
	if runtime.GOOS == "linux" {
		file, err := os.Stat(filepath.Join(user.dir, "linnet", "profiles.json"))
		if err != nil || file.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", file.Mode(), err)
		}
	}
	want := ada.origin + "\tAda's workspace\tLaptop\tAda Lovelace\tlinks:write\tnever"
	for _, args := range [][]string{{"whoami"}, {"whoami", "--profile", "work"}} {
		if got := user.ok("", args...); got != want {
			t.Errorf("%v printed %q, want %q", args, got, want)
		}
	}
	user.fails("linnet login --profile home", "", "whoami", "--profile", "home")

	user.ok("", "logout")
	user.fails("Run linnet login", "", "whoami")
	user.ok("", "whoami", "--profile", "work")
	user.fails("profile default does not exist", "", "logout")
	user.env = append(user.env, "LINNET_URL="+ada.origin)
	user.fails("belong together", "", "whoami")
}

func TestShorten_PrintsShortURLsInPipes(t *testing.T) {
	t.Parallel()
	user, ada := loggedIn(t, "links:write")
	if got := user.ok("", "shorten", "https://example.com/", "--alias", "launch", "--tag", "spring", "--title", "Launch"); got != ada.origin+"/launch" {
		t.Errorf("printed %q", got)
	}
	if status, location, err := ada.visit("/launch"); status != http.StatusFound || location != "https://example.com/" {
		t.Errorf("the link answers %d %s, %v", status, location, err)
	}
	user.fails("This alias is taken", "", "shorten", "https://example.com/", "--alias", "launch")
	user.fails("--alias is for one URL", "", "shorten", "https://a.example/", "https://b.example/", "--alias", "x")

	var destinations []string
	for i := range 120 { // more than one group
		destinations = append(destinations, fmt.Sprint("https://example.com/", i))
	}
	short := strings.Split(user.ok(strings.Join(destinations, "\n")+"\n", "shorten", "-"), "\n")
	if len(short) != len(destinations) {
		t.Fatalf("%d short URLs of %d", len(short), len(destinations))
	}
	for _, i := range []int{0, 100, 119} {
		if _, location, err := ada.visit(strings.TrimPrefix(short[i], ada.origin)); location != destinations[i] {
			t.Errorf("%s leads to %s, not to %s: %v", short[i], location, destinations[i], err)
		}
	}

	code, out, said := user.run("https://a.example/\nnope\n\n", "shorten", "-")
	if code != 1 || strings.Count(out, "\n") != 1 || !strings.Contains(said, "nope: ") || !strings.Contains(said, "1 of 2 URLs were not shortened") {
		t.Errorf("exit %d, %q, %q", code, out, said)
	}
	var one client.Link
	if err := json.Unmarshal([]byte(user.ok("", "shorten", "https://a.example/", "--json")), &one); err != nil || one.URL != "https://a.example/" {
		t.Errorf("%+v, %v", one, err)
	}
	var many []client.Link
	if err := json.Unmarshal([]byte(user.ok("https://a.example/", "shorten", "-", "--json")), &many); err != nil || len(many) != 1 {
		t.Errorf("%+v, %v", many, err)
	}
}

func TestLinks_ListsChangesAndDeletes(t *testing.T) {
	t.Parallel()
	user, ada := loggedIn(t, "links:write")
	var folder struct{ ID string }
	ada.call(http.MethodPost, "/folders", map[string]any{"name": "Campaigns"}, http.StatusCreated, &folder)
	for _, alias := range []string{"one", "guides/two"} {
		user.ok("", "shorten", "https://example.com/"+alias, "--alias", alias, "--title", "Title")
	}
	user.ok("", "links", "edit", "one", "--tag", "spring,summer", "--folder", "campaigns", "--expires", "2099-01-31T18:00:00+01:00", "--url", "https://example.com/new")
	var link client.Link
	get := func(name string) client.Link {
		t.Helper()
		if err := json.Unmarshal([]byte(user.ok("", "links", "get", name, "--json")), &link); err != nil {
			t.Fatal(err)
		}
		return link
	}
	one := get("one")
	if !slices.Equal(one.Tags, []string{"spring", "summer"}) || *one.FolderID != folder.ID || one.ExpiresAt == nil || one.URL != "https://example.com/new" {
		t.Errorf("%+v", one)
	}
	for _, name := range []string{one.ID, one.ShortURL, one.ShortURL + "?utm_source=x"} {
		if got := get(name); got.ID != one.ID {
			t.Errorf("%s is %s", name, got.Alias)
		}
	}
	if two := get(ada.origin + "/guides/two"); two.Alias != "guides/two" {
		t.Errorf("%+v", two)
	}
	want := one.ID + "\t" + one.ShortURL + "\thttps://example.com/new\t0\tactive\tspring,summer"
	for _, filter := range [][]string{{"--tag", "spring"}, {"--search", "new"}, {"--folder", "Campaigns"}, {"--folder", folder.ID}} {
		if got := user.ok("", append([]string{"links", "list"}, filter...)...); got != want {
			t.Errorf("%v lists %q, want %q", filter, got, want)
		}
	}
	if got := user.ok("", "links", "list", "--limit", "1"); strings.Count(got, "\n") != 0 || got == "" {
		t.Errorf("listed %q", got)
	}
	if cleared := user.ok("", "links", "edit", "one", "--clear", "title,tags,folder,expires", "--alias", "uno"); cleared != ada.origin+"/uno" {
		t.Errorf("printed %q", cleared)
	}
	if one := get("uno"); one.Title != nil || len(one.Tags) != 0 || one.FolderID != nil || one.ExpiresAt != nil {
		t.Errorf("%+v", one)
	}
	user.fails("nothing to change", "", "links", "edit", "one")
	user.fails(`no link is "none"`, "", "links", "get", "none")
	user.fails("no folder is named", "", "links", "list", "--folder", "None")

	code, out, said := user.run("uno\nnone\nguides/two\n", "links", "rm", "-")
	if code != 1 || strings.Count(out, "\n") != 2 || !strings.Contains(said, "1 of 3 links were not deleted") {
		t.Errorf("exit %d, %q, %q", code, out, said)
	}
	if got := user.ok("", "links", "list"); got != "" {
		t.Errorf("listed %q", got)
	}
}

func TestStats_PrintsTheClicksOfALink(t *testing.T) {
	t.Parallel()
	user, ada := loggedIn(t, "links:write", "analytics:read")
	user.ok("", "shorten", "https://example.com/", "--alias", "launch")
	user.ok("", "shorten", "https://example.com/", "--alias", "other")
	for _, path := range []string{"/launch", "/launch", "/other"} {
		if _, _, err := ada.visit(path); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, func() string {
		if got := user.ok("", "stats", "launch", "--period", "all"); got != "2\t1\t0" {
			return "printed " + got
		}
		return ""
	})
	if got := user.ok("", "stats", "launch", "--group-by", "browser"); got != "Chrome\t2\t1" {
		t.Errorf("printed %q", got)
	}
	if got := user.ok("", "stats", "launch", "--group-by", "timeseries", "--period", "today"); !strings.Contains(got, "\t2\t1") {
		t.Errorf("printed %q", got)
	}
	var count client.AnalyticsAnswer
	if err := json.Unmarshal([]byte(user.ok("", "stats", "launch", "--json")), &count); err != nil || count.Clicks != 2 {
		t.Errorf("%+v, %v", count, err)
	}
	user.fails("timeseries", "", "stats", "launch", "--group-by", "planet")
}

func TestQR_WritesTheFormatOfTheExtension(t *testing.T) {
	t.Parallel()
	user, _ := loggedIn(t, "links:write", "qr:read")
	user.ok("", "shorten", "https://example.com/", "--alias", "launch")
	for name, begins := range map[string]string{"code.svg": "<svg", "code.png": "\x89PNG", "code.JPG": "\xff\xd8", "code.pdf": "%PDF"} {
		user.ok("", "qr", "launch", "--output", name)
		image, err := os.ReadFile(filepath.Join(user.dir, name))
		if err != nil || !bytes.Contains(image[:min(len(image), 200)], []byte(begins)) {
			t.Errorf("%s begins with %.40q, %v", name, image, err)
		}
	}
	if got := user.ok("", "qr", "launch", "-o", "-"); !strings.Contains(got, "<svg") {
		t.Errorf("printed %.80s", got)
	}
	user.fails("name the file .svg", "", "qr", "launch", "--output", "code.gif")
}

func TestOpen_StartsTheBrowserOfTheUser(t *testing.T) {
	t.Parallel()
	user, ada := loggedIn(t, "links:write")
	user.ok("", "shorten", "https://example.com/", "--alias", "launch")
	user.env = append(user.env, "BROWSER=echo")
	if got := user.ok("", "open", "launch"); got != ada.origin+"/launch" {
		t.Errorf("printed %q", got)
	}
	user.env = append(user.env, "BROWSER=/none")
	user.fails("Set BROWSER", "", "open", "launch")
}

func TestRemote_NamesTheScopeThatAKeyLacks(t *testing.T) {
	t.Parallel()
	user, _ := loggedIn(t, "links:read")
	user.fails("links:write", "", "shorten", "https://example.com/")
}
