// Package s3url parses addresses of buckets of Amazon S3 and compatible services,
// such as s3://bucket/prefix?endpoint=https://minio.internal:9000&region=eu-central-1.
package s3url

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// DefaultRegion is the region of an address that names none.
const DefaultRegion = "us-east-1"

const maxPrefix = 512 // bytes

// URL is a place in a bucket. It contains no secret.
type URL struct {
	Bucket   string
	Prefix   string // of all keys, without slashes at its ends; may be empty
	Endpoint string // of the service, such as https://minio.internal:9000; empty: Amazon's of the region
	Region   string
}

var bucketPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)

// Is reports whether a text is meant as an address of a bucket, rather than a path.
func Is(text string) bool { return strings.HasPrefix(text, "s3://") }

// Parse parses an address. Where it names no endpoint and no region, getenv gives
// them: AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL, and AWS_REGION or
// AWS_DEFAULT_REGION. Errors say how to correct the address and never repeat it,
// because it may contain a misplaced password.
func Parse(text string, getenv func(string) string) (URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "s3" {
		return URL{}, errors.New("the address of a bucket has the form s3://bucket/prefix?endpoint=https://…&region=…")
	}
	if u.User != nil {
		return URL{}, errors.New("leave credentials out of the address; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead")
	}
	if !bucketPattern.MatchString(u.Host) {
		return URL{}, errors.New("the name of the bucket has 3 to 63 lower-case letters, digits, dots and hyphens")
	}
	if u.Fragment != "" {
		return URL{}, errors.New("the address of a bucket has no part after #")
	}
	at := URL{Bucket: u.Host, Prefix: strings.Trim(u.Path, "/")}
	if err := checkPrefix(at.Prefix); err != nil {
		return URL{}, err
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return URL{}, errors.New("the parameters of the address cannot be read; they are endpoint and region")
	}
	for name := range query {
		if name != "endpoint" && name != "region" {
			return URL{}, fmt.Errorf("the address has no parameter %q; its parameters are endpoint and region", name)
		}
	}
	at.Endpoint = cmp.Or(query.Get("endpoint"), getenv("AWS_ENDPOINT_URL_S3"), getenv("AWS_ENDPOINT_URL"))
	at.Region = cmp.Or(query.Get("region"), getenv("AWS_REGION"), getenv("AWS_DEFAULT_REGION"), DefaultRegion)
	return at, checkEndpoint(at.Endpoint)
}

func checkPrefix(prefix string) error {
	if len(prefix) > maxPrefix || strings.ContainsFunc(prefix, unicode.IsControl) {
		return fmt.Errorf("the prefix in the bucket has at most %d bytes and no control characters", maxPrefix)
	}
	if prefix == "" {
		return nil
	}
	for segment := range strings.SplitSeq(prefix, "/") {
		if segment == "" || segment == "." || segment == ".." {
			return errors.New("the prefix in the bucket has no empty segments and no segments that are . or .. only")
		}
	}
	return nil
}

func checkEndpoint(endpoint string) error {
	if endpoint == "" {
		return nil
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" ||
		u.RawQuery != "" || u.User != nil {
		return errors.New("the endpoint is an address such as https://minio.internal:9000, without a path and without credentials")
	}
	return nil
}

// Host returns the host of the endpoint, with its port if it names one, and whether
// connections use TLS.
func (u URL) Host() (host string, tls bool) {
	if u.Endpoint == "" {
		return "s3." + u.Region + ".amazonaws.com", true
	}
	endpoint, err := url.Parse(u.Endpoint)
	if err != nil {
		return "", true
	}
	return endpoint.Host, endpoint.Scheme == "https"
}

// Key returns the key of an object below the prefix.
func (u URL) Key(name string) string {
	if u.Prefix == "" {
		return name
	}
	return u.Prefix + "/" + name
}

// String returns the place without endpoint and region, as messages show it.
func (u URL) String() string { return "s3://" + u.Bucket + strings.TrimSuffix("/"+u.Prefix, "/") }

// Split returns the place above the last segment of the prefix, and the segment.
func (u URL) Split() (folder URL, name string) {
	folder = u
	if i := strings.LastIndexByte(u.Prefix, '/'); i >= 0 {
		folder.Prefix, name = u.Prefix[:i], u.Prefix[i+1:]
		return folder, name
	}
	folder.Prefix = ""
	return folder, u.Prefix
}
