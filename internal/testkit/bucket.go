package testkit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Credentials of the temporary S3 server. Bucket puts them in the environment.
const (
	BucketAccessKey = "LINNETTESTACCESSKEY0"
	BucketSecretKey = "linnet-test-secret-key-of-the-tests-0000"
)

// Bucket returns the address of a new, empty bucket, such as
// s3://test-1?endpoint=http://127.0.0.1:4711, on a temporary S3 server (versitygw),
// and puts its credentials in the environment of the process. The first call of a
// process starts the server; it stops when the process exits or is killed.
//
// Without bin/tools/versitygw, which `make test` builds, the test is skipped, or
// fails if CI=true is set.
func Bucket(t testing.TB) string {
	t.Helper()
	Long(t)
	s := bucketServer(t)
	return s.create(t)
}

// BucketServer is an S3 server of one test, which the test can stop.
type BucketServer struct {
	address string
	folder  string
	stop    io.Closer // of the pipe that the server's life depends on
	done    chan struct{}
	buckets atomic.Int64
}

// NewBucketServer starts an S3 server for a test that stops it.
func NewBucketServer(t testing.TB) *BucketServer {
	t.Helper()
	Long(t)
	s, err := startBucketServer()
	needServer(t, err)
	t.Cleanup(func() { s.Stop(t) })
	return s
}

// Bucket creates a bucket and returns its address.
func (s *BucketServer) Bucket(t testing.TB) string {
	t.Helper()
	return s.create(t)
}

// Folder returns the folder with the objects of a bucket: a file for each key.
func (s *BucketServer) Folder(bucket string) string { return filepath.Join(s.folder, "data", bucket) }

// Stop ends the server. Connections to it are then refused.
func (s *BucketServer) Stop(t testing.TB) {
	t.Helper()
	_ = s.stop.Close() // closed before: the server has ended
	<-s.done
}

func bucketServer(t testing.TB) *BucketServer {
	t.Helper()
	s, err := sharedBuckets()
	needServer(t, err)
	return s
}

func needServer(t testing.TB, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("S3 server: %v", err)
	}
	t.Skipf("S3 server: %v", err)
}

// sharedBuckets starts at most one server per process.
//
//nolint:gochecknoglobals // one server a test binary, started by the first test that needs it
var sharedBuckets = sync.OnceValues(startBucketServer)

// watchBuckets is a script that runs the server until its standard input ends, which
// happens when the test binary exits or is killed, and then removes its files.
const watchBuckets = `"$1" --port "$2" --access "$4" --secret "$5" --quiet posix --sidecar "$3/meta" "$3/data" >"$3/log" 2>&1 </dev/null &
cat >/dev/null
kill -TERM $!
wait $!
rm -rf "$3"`

func startBucketServer() (*BucketServer, error) {
	if err := errors.Join(os.Setenv("AWS_ACCESS_KEY_ID", BucketAccessKey), os.Setenv("AWS_SECRET_ACCESS_KEY", BucketSecretKey)); err != nil {
		return nil, err
	}
	program, err := versitygw()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "linnet-s3-")
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"data", "meta"} {
		if err := os.Mkdir(filepath.Join(folder, name), 0o700); err != nil {
			return nil, err
		}
	}
	address, err := ports.addr()
	if err != nil {
		return nil, err
	}
	server := exec.Command("sh", "-c", watchBuckets, "sh", program, address, folder, BucketAccessKey, BucketSecretKey)
	pipe, err := server.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := server.Start(); err != nil {
		return nil, err
	}
	s := &BucketServer{address: address, folder: folder, stop: pipe, done: make(chan struct{})}
	go func() {
		_ = server.Wait() // an error: it was ended
		close(s.done)
	}()
	return s, s.await()
}

// await waits until the server responds.
func (s *BucketServer) await() error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	var err error
	client := &http.Client{Timeout: time.Second}
	for range startTicks {
		var resp *http.Response
		if resp, err = client.Get("http://" + s.address + "/"); err == nil {
			return resp.Body.Close()
		}
		<-tick.C
	}
	log, readErr := os.ReadFile(filepath.Join(s.folder, "log"))
	return errors.Join(fmt.Errorf("the server does not answer: %w\n%s", err, log), readErr)
}

func (s *BucketServer) create(t testing.TB) string {
	t.Helper()
	client, err := minio.New(s.address, &minio.Options{
		Creds:  credentials.NewStaticV4(BucketAccessKey, BucketSecretKey, ""),
		Region: "us-east-1",
	})
	if err != nil {
		t.Fatal(err)
	}
	name := "test-" + strconv.FormatInt(s.buckets.Add(1), 10)
	if err := client.MakeBucket(context.Background(), name, minio.MakeBucketOptions{}); err != nil {
		t.Fatalf("create a bucket: %v", err)
	}
	return "s3://" + name + "?" + url.Values{"endpoint": {"http://" + s.address}}.Encode()
}

// versitygw returns the path of the server's program, below the root of the
// repository.
func versitygw() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
			continue
		}
		path := filepath.Join(dir, "bin", "tools", "versitygw")
		if _, err := os.Stat(path); err != nil {
			return "", errors.New("bin/tools/versitygw is missing; run make bin/tools/versitygw")
		}
		return path, nil
	}
	return "", errors.New("the tests run outside of the repository")
}
