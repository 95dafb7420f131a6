// Notas on S3 with CloudFront: a function for viewer requests. The private bucket has out/ under {{BASE_PATH}}.
function handler(event) {
  var request = event.request
  var uri = request.uri
  var editor = '{{BASE_PATH}}/note-editor/'

  if (uri.startsWith(editor) && /^(?!__next\.|index\.(html|txt)$)[^/]+\/?$/.test(uri.slice(editor.length))) {
    request.uri = editor + 'index.html'
  } else if (uri.endsWith('/')) {
    request.uri = uri + 'index.html'
  } else if (!/\.[^/]+$/.test(uri)) {
    // A location that begins with two slashes would lead to another site.
    var location = uri.replace(/^\/+/, '/') + '/' + queryOf(request)
    return { statusCode: 308, statusDescription: 'Permanent Redirect', headers: { location: { value: location } } }
  }
  return request
}

function queryOf(request) {
  var pairs = []
  for (var name in request.querystring) {
    var parameter = request.querystring[name]
    var values = parameter.multiValue || [parameter]
    for (var i = 0; i < values.length; i++) pairs.push(values[i].value ? name + '=' + values[i].value : name)
  }
  return pairs.length > 0 ? '?' + pairs.join('&') : ''
}
