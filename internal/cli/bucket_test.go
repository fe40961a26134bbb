package cli

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"linnet/internal/app/installcopy"
	"linnet/internal/base/ident"
	"linnet/internal/testkit"
)

// launchWith is launch with more settings.
func launchWith(t *testing.T, addr, folder string, env ...string) *exec.Cmd {
	t.Helper()
	testkit.Long(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "serve", "--addr", addr, "--data", folder, "--public-url", "http://"+addr)
	output := &syncBuffer{}
	cmd.Stdout, cmd.Stderr = output, output
	cmd.Env = append(append(os.Environ(), asProgram+"=1"), env...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(output)
		}
		if strings.Contains(output.String(), testkit.BucketSecretKey) {
			t.Error("the log contains the secret key")
		}
	})
	eventually(t, func() string {
		if status, _ := get(t, "http://"+addr+"/readyz"); status != http.StatusOK {
			return "not ready"
		}
		return ""
	})
	return cmd
}

// get returns the status and the body of a page; 0 if there is no answer.
func get(t *testing.T, url string, header ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := (&http.Client{Timeout: 20 * time.Second}).Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

// upload posts an image and returns the status and the answer. Other shades are
// other images.
func (p *person) upload(shade uint8) (status int, made struct{ ID, URL, Message string }) {
	p.t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 8, 8))
	img.Set(0, 0, color.NRGBA{shade, shade, shade, 255})
	var body, file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		p.t.Fatal(err)
	}
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "a.png")
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := part.Write(file.Bytes()); err != nil {
		p.t.Fatal(err)
	}
	if err := form.WriteField("alt", "A square"); err != nil {
		p.t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		p.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.origin+"/api/v1/media", &body)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Authorization", "Bearer "+p.token)
	answer, err := (&http.Client{Timeout: time.Minute}).Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil {
		p.t.Fatal(err)
	}
	return answer.StatusCode, made
}

// TestMediaCopy_MovesTheImagesOfANode uploads to the data folder, copies to a bucket,
// and starts the node on the bucket.
func TestMediaCopy_MovesTheImagesOfANode(t *testing.T) {
	t.Parallel()
	address := testkit.Bucket(t)
	addr, folder := testkit.FreeAddr(t), filepath.Join(t.TempDir(), "data")
	process := launchWith(t, addr, folder)
	ada := signUp(t, "http://"+addr)
	status, made := ada.upload(1)
	if status != http.StatusCreated {
		t.Fatal(status, made)
	}
	_, before := get(t, made.URL)
	if said := run(t, "media", "copy", "--to", address, "--data", folder); !strings.Contains(said, "Files: 2 (2 copied") {
		t.Errorf("first: %s", said)
	}
	var report installcopy.MediaReport
	said := run(t, "media", "copy", "--to", address, "--data", folder, "--json")
	if err := json.Unmarshal([]byte(said), &report); err != nil || report.Present != 2 || report.Copied != 0 || report.Target != 2 {
		t.Errorf("second: %v %s", err, said)
	}
	kill(t, process)
	if err := os.RemoveAll(filepath.Join(folder, "media")); err != nil {
		t.Fatal(err)
	}
	launchWith(t, addr, folder, "LINNET_MEDIA_URL="+address)
	if status, after := get(t, made.URL); status != http.StatusOK || after != before {
		t.Errorf("%d, %d bytes instead of %d", status, len(after), len(before))
	}
	var out bytes.Buffer
	for name, args := range map[string][]string{
		"no place": {}, "one place": {"--from", address, "--to", address}, "a missing folder": {"--from", filepath.Join(folder, "other"), "--to", address},
		"a password": {"--to", "s3://AKIA:hushhush@media"},
	} {
		out.Reset()
		args = append([]string{"media", "copy", "--data", folder}, args...)
		if code := Main(t.Context(), args, &out, &out); code != 1 || strings.Contains(out.String(), "hushhush") {
			t.Errorf("%s: %d %s", name, code, out.String())
		}
	}
}

// inBucket returns the address of an object in a bucket.
func inBucket(address, key string) string { return strings.Replace(address, "?", "/"+key+"?", 1) }

// writeKey writes a file with a key or a passphrase.
func writeKey(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestBackup_EncryptsInABucket backs up to a bucket with each kind of encryption and
// restores.
func TestBackup_EncryptsInABucket(t *testing.T) {
	t.Parallel()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	address, folder := testkit.Bucket(t), testkit.SQLiteDir(t)
	secret, phrase, wrong := writeKey(t, identity.String()), writeKey(t, "correct horse battery"), writeKey(t, "another passphrase")
	for name, c := range map[string]struct{ write, read, others []string }{
		"plain":      {nil, nil, nil},
		"recipient":  {[]string{"--recipient", identity.Recipient().String()}, []string{"--identity", secret}, []string{"--passphrase-file", phrase}},
		"passphrase": {[]string{"--passphrase-file", phrase}, []string{"--passphrase-file", phrase}, []string{"--passphrase-file", wrong}},
	} {
		t.Run(name, func(t *testing.T) {
			object := inBucket(address, "backups/"+name+".tar.gz")
			said := run(t, append([]string{"backup", object, "--data", folder}, c.write...)...)
			if !strings.Contains(said, "/backups/"+name+".tar.gz: 0 users") || strings.Contains(said, "endpoint") {
				t.Errorf("backup said %q", said)
			}
			restored := filepath.Join(t.TempDir(), "restored")
			var out bytes.Buffer
			for _, args := range [][]string{c.others, {}} {
				if c.others == nil {
					break
				}
				out.Reset()
				code := Main(t.Context(), append([]string{"restore", object, "--data", restored}, args...), &out, &out)
				if code != 1 || !strings.Contains(out.String(), "the passphrase") && !strings.Contains(out.String(), "with --identity") {
					t.Errorf("restored with %q: %d %s", args, code, out.String())
				}
			}
			if said := run(t, append([]string{"restore", object, "--data", restored}, c.read...)...); !strings.Contains(said, "0 links") {
				t.Errorf("restore said %q", said)
			}
			out.Reset()
			code := Main(t.Context(), append([]string{"backup", object, "--data", folder}, c.write...), &out, &out)
			if code != 1 || !strings.Contains(out.String(), "already exists") {
				t.Errorf("a second backup: %d %s", code, out.String())
			}
		})
	}
	var out bytes.Buffer
	if code := Main(t.Context(), []string{"restore", inBucket(address, "none.tar.gz"), "--data", t.TempDir()}, &out, &out); code != 1 ||
		!strings.Contains(out.String(), "there is no backup s3://") {
		t.Errorf("a missing backup: %d %s", code, out.String())
	}
}

// TestBackup_KilledUploadLeavesNoBackup kills the command after its first part was
// uploaded, and repeats it.
func TestBackup_KilledUploadLeavesNoBackup(t *testing.T) {
	t.Parallel()
	server := testkit.NewBucketServer(t)
	address, folder := server.Bucket(t), testkit.SQLiteDir(t)
	image := filepath.Join(folder, "media", "large")
	if err := os.MkdirAll(filepath.Dir(image), 0o700); err != nil {
		t.Fatal(err)
	}
	const size = 80 << 20 // three parts: it does not compress
	if err := os.WriteFile(image, ident.Bytes(size), 0o600); err != nil {
		t.Fatal(err)
	}
	object := inBucket(address, "linnet.tar.gz")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "backup", object, "--data", folder)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() string {
		if parts := filesBelow(t, server.Folder("test-1")); len(parts) == 0 {
			return "no part was uploaded"
		}
		return ""
	})
	kill(t, cmd)
	bucket, err := filepath.Glob(server.Folder("test-1") + "/linnet*")
	if err != nil || len(bucket) > 0 {
		t.Fatalf("after the kill: %q, %v; the backup must not be complete before it", bucket, err)
	}
	run(t, "backup", object, "--data", folder)
	restored := filepath.Join(t.TempDir(), "restored")
	run(t, "restore", object, "--data", restored)
	if info, err := os.Stat(filepath.Join(restored, "media", "large")); err != nil || info.Size() != size {
		t.Errorf("%v, %v", info, err)
	}
}

// filesBelow returns the files with content below a folder.
func filesBelow(t *testing.T, dir string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil //nolint:nilerr // it was removed meanwhile
		}
		if info, err := d.Info(); err == nil && info.Size() > 0 {
			found = append(found, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestServe_StoresImagesInABucket uploads to a bucket, reads the image as a visitor,
// and stops the service of the bucket.
func TestServe_StoresImagesInABucket(t *testing.T) {
	t.Parallel()
	server := testkit.NewBucketServer(t)
	address := strings.Replace(server.Bucket(t), "?", "/install?", 1)
	addr, folder := testkit.FreeAddr(t), filepath.Join(t.TempDir(), "data")
	launchWith(t, addr, folder, "LINNET_MEDIA_URL="+address)
	ada := signUp(t, "http://"+addr)
	status, made := ada.upload(1)
	if status != http.StatusCreated {
		t.Fatal(status, made)
	}
	if files, _ := filepath.Glob(server.Folder("test-1") + "/install/" + made.ID + "/*"); len(files) < 2 {
		t.Errorf("objects: %q", files)
	}
	if _, err := os.Stat(filepath.Join(folder, "media")); !os.IsNotExist(err) {
		t.Errorf("the data folder has images: %v", err)
	}
	whole, content := get(t, made.URL)
	part, bytes := get(t, made.URL, "Range", "bytes=0-3")
	same, _ := get(t, made.URL, "If-None-Match", `"`+filepath.Base(made.URL)+`"`)
	if whole != http.StatusOK || part != http.StatusPartialContent || bytes != content[:4] || same != http.StatusNotModified {
		t.Errorf("%d with %d bytes, range %d %q, unchanged %d", whole, len(content), part, bytes, same)
	}
	if code, said := diagnose(t, addr, folder, "--media-url", address); code != 0 || !strings.Contains(said, "written, read and deleted") {
		t.Errorf("doctor: %d %s", code, said)
	}

	second, other := ada.upload(2)
	if second != http.StatusCreated {
		t.Fatal(second, other)
	}
	server.Stop(t)
	if status, made := ada.upload(3); status != http.StatusServiceUnavailable || !strings.Contains(made.Message, "cannot be stored at the moment") {
		t.Errorf("an upload without the service: %d %+v", status, made)
	}
	if status, said := get(t, other.URL); status != http.StatusServiceUnavailable || !strings.Contains(said, "Try again later") {
		t.Errorf("an image without the service: %d %q", status, said)
	}
	eventually(t, func() string {
		status, said := get(t, "http://"+addr+"/readyz")
		if status != http.StatusOK || !strings.Contains(said, `"media":"failing"`) || !strings.Contains(said, "degraded") {
			return said
		}
		return ""
	})
	code, said := diagnose(t, addr, folder, "--media-url", address)
	if code != 1 || !strings.Contains(said, "PROBLEM  media") || !strings.Contains(said, "LINNET_MEDIA_URL") || strings.Contains(said, testkit.BucketSecretKey) {
		t.Errorf("doctor: %d %s", code, said)
	}
}
