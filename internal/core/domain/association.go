package domain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"linnet/internal/base/null"
)

// MaxAssociation bounds each JSON document for apps in bytes. Apple reads at most
// 128 KiB.
const MaxAssociation = 128 << 10

// checkDocument removes insignificant whitespace from a JSON document and returns
// what is wrong with it, with the position or the path of the fault. An empty
// document is valid.
func checkDocument(document *null.JSON, check func(root any) string) string {
	if *document == "" {
		return ""
	}
	var root any
	if err := json.Unmarshal([]byte(*document), &root); err != nil {
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) {
			return "This is not valid JSON."
		}
		before := []byte(*document)[:syntax.Offset]
		line, column := bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n')-1
		return fmt.Sprintf("This is not valid JSON: see line %d, column %d.", line, column)
	}
	var out bytes.Buffer
	if err := json.Compact(&out, []byte(*document)); err != nil {
		return "This is not valid JSON."
	}
	if out.Len() > MaxAssociation {
		return fmt.Sprintf("The document has at most %d KiB.", MaxAssociation>>10)
	}
	*document = null.JSON(out.String())
	return check(root)
}

// checkAppleAssociation returns what is wrong with an apple-app-site-association.
func checkAppleAssociation(root any) string {
	object, ok := root.(map[string]any)
	if !ok {
		return "Enter a JSON object with the key applinks."
	}
	known := false
	for _, name := range []string{"applinks", "webcredentials", "appclips", "activitycontinuation"} {
		value, present := object[name]
		if !present {
			continue
		}
		service, ok := value.(map[string]any)
		if !ok {
			return name + " must be an object."
		}
		known = true
		if apps, present := service["apps"]; present && !isTexts(apps) {
			return name + ".apps must be a list of texts."
		}
		if message := checkAppleDetails(name+".details", service["details"]); message != "" {
			return message
		}
	}
	if !known {
		return "The object needs one of the keys applinks, webcredentials and appclips, with an object as its value."
	}
	return ""
}

// checkAppleDetails returns what is wrong with the list of apps at path, which may
// be absent. Its older form is an object by app id.
func checkAppleDetails(path string, value any) string {
	switch details := value.(type) {
	case nil, map[string]any:
		return ""
	case []any:
		for i, entry := range details {
			at := fmt.Sprintf("%s[%d]", path, i)
			detail, ok := entry.(map[string]any)
			if !ok {
				return at + " must be an object."
			}
			if ids, present := detail["appIDs"]; present && !isTexts(ids) {
				return at + ".appIDs must be a list of app ids such as TEAMID.com.example.app."
			}
			if id, isText := detail["appID"].(string); detail["appIDs"] == nil && (!isText || id == "") {
				return at + " needs appIDs, a list of app ids such as TEAMID.com.example.app."
			}
		}
		return ""
	default:
		return path + " must be a list."
	}
}

// checkAssetLinks returns what is wrong with an assetlinks.json.
func checkAssetLinks(root any) string {
	statements, ok := root.([]any)
	if !ok {
		return "Enter a JSON list of statements, each with relation (a list) and target (an object)."
	}
	for i, entry := range statements {
		at := fmt.Sprintf("[%d]", i)
		statement, ok := entry.(map[string]any)
		if !ok {
			return at + " must be an object with relation and target."
		}
		if relation, _ := statement["relation"].([]any); len(relation) == 0 || !isTexts(statement["relation"]) {
			return at + ".relation must be a list of texts such as delegate_permission/common.handle_all_urls."
		}
		target, ok := statement["target"].(map[string]any)
		if !ok {
			return at + ".target must be an object."
		}
		if namespace, _ := target["namespace"].(string); namespace == "" {
			return at + ".target.namespace must be android_app or web."
		}
		if prints, present := target["sha256_cert_fingerprints"]; present && !isTexts(prints) {
			return at + ".target.sha256_cert_fingerprints must be a list of texts."
		}
	}
	return ""
}

// isTexts reports whether a JSON value is a list of texts.
func isTexts(value any) bool {
	list, ok := value.([]any)
	for _, entry := range list {
		if _, isText := entry.(string); !isText {
			return false
		}
	}
	return ok
}
