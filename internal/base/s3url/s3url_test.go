package s3url_test

import (
	"strings"
	"testing"

	"linnet/internal/base/s3url"
)

func none(string) string { return "" }

func TestParse_ReadsBucketPrefixEndpointAndRegion(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]s3url.URL{
		"s3://media":                  {Bucket: "media", Region: "us-east-1"},
		"s3://media/":                 {Bucket: "media", Region: "us-east-1"},
		"s3://media/a/b/?region=eu-1": {Bucket: "media", Prefix: "a/b", Region: "eu-1"},
		"s3://m.x/a?endpoint=http://s3.internal:9000": {Bucket: "m.x", Prefix: "a", Endpoint: "http://s3.internal:9000", Region: "us-east-1"},
	} {
		got, err := s3url.Parse(text, none)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

func TestParse_UsesTheStandardVariables(t *testing.T) {
	t.Parallel()
	getenv := func(name string) string {
		return map[string]string{"AWS_ENDPOINT_URL": "https://s3.example", "AWS_REGION": "eu-2"}[name]
	}
	got, err := s3url.Parse("s3://media/a", getenv)
	if want := (s3url.URL{Bucket: "media", Prefix: "a", Endpoint: "https://s3.example", Region: "eu-2"}); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = s3url.Parse("s3://media/a?region=eu-3&endpoint=https://other.example", getenv)
	if err != nil || got.Region != "eu-3" || got.Endpoint != "https://other.example" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestParse_RejectsWithoutRepeatingSecrets(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"s3://AKIAKEY:hushhush@media/a":                      "AWS_ACCESS_KEY_ID",
		"s3://media?endpoint=https://AKIA:hushhush@s3.local": "without credentials",
		"s3://media?secretKey=hushhush":                      "endpoint and region",
		"s3://media?endpoint=s3.local":                       "such as https://",
		"s3://media?endpoint=https://s3.local/path":          "without a path",
		"s3://Media":      "lower-case",
		"s3://":           "bucket",
		"s3://media/a//b": "empty segments",
		"s3://media/../b": "..",
		"https://media/a": "s3://bucket",
	} {
		_, err := s3url.Parse(text, none)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "hushhush") {
			t.Errorf("%s: the error repeats the secret: %v", text, err)
		}
	}
}

func TestURL_Split(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"s3://media/a/b/x.gz": {"s3://media/a/b", "x.gz"}, "s3://media/x.gz": {"s3://media", "x.gz"}, "s3://media": {"s3://media", ""},
	} {
		u, err := s3url.Parse(text, none)
		if err != nil {
			t.Fatal(err)
		}
		if folder, name := u.Split(); folder.String() != want[0] || name != want[1] {
			t.Errorf("%s: %s and %s", text, folder, name)
		}
	}
}
