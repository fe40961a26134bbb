package objectstore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"linnet/internal/base/s3url"
	"linnet/internal/infra/objectstore"
	"linnet/internal/testkit"
)

// open opens a place below a bucket.
func open(t *testing.T, address, prefix string) *objectstore.Bucket {
	t.Helper()
	at, err := s3url.Parse(address, os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	at.Prefix = prefix
	b, err := objectstore.Open(at)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func keys(t *testing.T, b *objectstore.Bucket, prefix string) []string {
	t.Helper()
	var found []string
	err := b.List(t.Context(), prefix, func(key string, _ int64, _ time.Time) error {
		found = append(found, key)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestBucket_StoresObjectsBelowItsPrefix(t *testing.T) {
	t.Parallel()
	address := testkit.Bucket(t)
	b, whole := open(t, address, "install/media"), open(t, address, "")
	for _, key := range []string{"a/1", "a/2", "b/1"} {
		if err := b.Put(t.Context(), key, "text/plain", []byte("content of "+key)); err != nil {
			t.Fatal(err)
		}
	}
	if got := keys(t, b, "a/"); !slices.Equal(got, []string{"a/1", "a/2"}) {
		t.Errorf("keys %q", got)
	}
	if got := keys(t, whole, ""); len(got) != 3 || got[0] != "install/media/a/1" {
		t.Errorf("keys of the bucket %q", got)
	}
	data, err := b.Get(t.Context(), "b/1", 100)
	if err != nil || string(data) != "content of b/1" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := b.Get(t.Context(), "b/1", 5); err == nil {
		t.Error("an object beyond the limit was returned")
	}
	for range 2 { // deleting a missing object succeeds
		if err := b.Remove(t.Context(), "b/1"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Get(t.Context(), "b/1", 100); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a deleted object: %v", err)
	}
	if _, err := b.Stat(t.Context(), "b/1"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a deleted object: %v", err)
	}
}

func TestBucket_ProbeLeavesNothing(t *testing.T) {
	t.Parallel()
	b := open(t, testkit.Bucket(t), "probe")
	at, err := b.Probe(t.Context())
	if err != nil || time.Since(at).Abs() > time.Minute {
		t.Errorf("%v, %v", at, err)
	}
	if left := keys(t, b, ""); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	if err := b.Reach(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestBucket_SaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	server := testkit.NewBucketServer(t)
	address := server.Bucket(t)
	missing := open(t, strings.Replace(address, "s3://test-", "s3://other-", 1), "")
	if err := missing.Reach(t.Context()); err == nil || !strings.Contains(err.Error(), "the bucket does not exist") {
		t.Errorf("a missing bucket: %v", err)
	}
	b := open(t, address, "")
	server.Stop(t)
	_, err := b.Probe(t.Context())
	if err == nil || !strings.Contains(err.Error(), "refused") {
		t.Errorf("without the server: %v", err)
	}
	if err != nil && strings.Contains(err.Error(), testkit.BucketSecretKey) {
		t.Errorf("the error contains the secret key: %v", err)
	}
}

// TestBucket_ResolvesNoExternalEntities reads a list of a server that names an entity
// of another address.
func TestBucket_ResolvesNoExternalEntities(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", testkit.BucketAccessKey)
	t.Setenv("AWS_SECRET_ACCESS_KEY", testkit.BucketSecretKey)
	var mu sync.Mutex
	var paths []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		paths = append(paths, r.URL.Path)
		mu.Unlock()
		w.Header().Set("Content-Type", "application/xml")
		_, _ = fmt.Fprintf(w, `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY x SYSTEM "http://%s/secret">]>`+
			`<ListBucketResult><Name>b</Name><Contents><Key>&x;</Key><Size>1</Size></Contents></ListBucketResult>`, r.Host)
	}))
	t.Cleanup(server.Close)
	b := open(t, "s3://bucket?endpoint="+server.URL, "")
	err := b.List(t.Context(), "", func(key string, _ int64, _ time.Time) error {
		t.Errorf("the list has the key %q", key)
		return nil
	})
	if err == nil {
		t.Error("the entity is accepted")
	}
	mu.Lock()
	defer mu.Unlock()
	if len(paths) == 0 || slices.Contains(paths, "/secret") {
		t.Errorf("the requests are %v", paths)
	}
}

// TestBucket_UploadIsWholeOrAbsent uploads several parts, then interrupts an upload
// after its first part.
func TestBucket_UploadIsWholeOrAbsent(t *testing.T) {
	t.Parallel()
	b := open(t, testkit.Bucket(t), "backups")
	block := bytes.Repeat([]byte("0123456789abcdef"), 1<<16) // 1 MiB
	const blocks = 40                                        // more than a part
	write := func(fails error) func(io.Writer) error {
		return func(w io.Writer) error {
			for range blocks {
				if _, err := w.Write(block); err != nil {
					return err
				}
			}
			return fails
		}
	}
	if err := b.Upload(t.Context(), "whole", "application/octet-stream", write(nil)); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the source broke")
	if err := b.Upload(t.Context(), "broken", "application/octet-stream", write(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	err := b.Upload(cancelled, "cancelled", "application/octet-stream", func(w io.Writer) error {
		defer cancel()
		return write(nil)(w)
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if got := keys(t, b, ""); !slices.Equal(got, []string{"whole"}) {
		t.Errorf("objects: %q", got)
	}
	body, err := b.Download(t.Context(), "whole")
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	read, err := io.ReadAll(body)
	if err != nil || !bytes.Equal(read, bytes.Repeat(block, blocks)) {
		t.Errorf("%d bytes, %v", len(read), err)
	}
	if err := b.AbortUploads(t.Context(), "", time.Now().Add(time.Hour)); err != nil {
		t.Error(err)
	}
}
