package client

import (
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"time"
)

// Query returns the query parameters of a struct such as ListLinksParams for Client.Do, without the fields that have the
// zero value.
func Query(params any) url.Values {
	query := url.Values{}
	value := reflect.ValueOf(params)
	for field := range value.Type().Fields() {
		if v := value.FieldByIndex(field.Index); !v.IsZero() {
			query.Set(field.Tag.Get("query"), queryText(v))
		}
	}
	return query
}

// queryText returns a value as the text of a parameter.
func queryText(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch value := v.Interface().(type) {
	case time.Time:
		return value.Format(time.RFC3339Nano)
	case []string:
		return strings.Join(value, ",")
	default:
		return fmt.Sprint(value)
	}
}
