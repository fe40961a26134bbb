package apikit

import (
	"slices"
	"strconv"
	"strings"

	"linnet/internal/base/fault"
)

// IfMatch returns the versions that an If-Match header lists (RFC 9110, section
// 13.1.1), or nil, which stands for any version, if the header is empty or contains
// "*". It is PreconditionFailed for a header without a version, which matches none.
// Weak tags are accepted, because proxies that compress responses make tags weak.
func IfMatch(header string) ([]int64, error) {
	if strings.TrimSpace(header) == "" {
		return nil, nil
	}
	tags := strings.Split(header, ",")
	for i := range tags {
		tags[i] = strings.TrimSpace(tags[i])
	}
	if slices.Contains(tags, "*") {
		return nil, nil
	}
	var versions []int64
	for _, tag := range tags {
		if version, ok := versionOf(tag); ok {
			versions = append(versions, version)
		}
	}
	if versions == nil {
		return nil, fault.New(fault.PreconditionFailed, "If-Match lists no version of this resource. Get the resource again, and send its ETag.")
	}
	return versions, nil
}

// versionOf returns the version of a tag: "3" with or without quotes.
func versionOf(tag string) (version int64, ok bool) {
	tag = strings.TrimPrefix(tag, "W/")
	if text, quoted := strings.CutPrefix(tag, `"`); quoted {
		if tag, quoted = strings.CutSuffix(text, `"`); !quoted {
			return 0, false
		}
	}
	version, err := strconv.ParseInt(tag, 10, 64)
	return version, err == nil && version > 0
}
