package dev.larder.service;

import org.springframework.beans.TypeMismatchException;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.serializer.SerializationException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Errors as problems (RFC 9457) whose detail is the reason. */
@RestControllerAdvice
final class Problems extends ResponseEntityExceptionHandler {
  @ExceptionHandler
  ProblemDetail badRequest(BadRequest bad) {
    return problem(HttpStatus.BAD_REQUEST, bad.getMessage());
  }

  @Override
  protected ResponseEntity<Object> handleTypeMismatch(
      TypeMismatchException bad, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    String name = bad instanceof MethodArgumentTypeMismatchException of ? of.getName() : "value";
    String wanted = bad.getRequiredType() == boolean.class ? "true or false" : "a whole number";
    String reason = "%s: %s is not %s".formatted(name, bad.getValue(), wanted);
    return handleExceptionInternal(
        bad, problem(HttpStatus.BAD_REQUEST, reason), headers, HttpStatus.BAD_REQUEST, request);
  }

  @ExceptionHandler
  ProblemDetail unknown(UnknownPerson unknown) {
    return problem(HttpStatus.NOT_FOUND, unknown.getMessage());
  }

  @ExceptionHandler
  ProblemDetail failed(FailedCheck failed) {
    return problem(HttpStatus.INTERNAL_SERVER_ERROR, failed.getMessage());
  }

  /** Bytes that cannot be decoded fail the check as well. */
  @ExceptionHandler
  ProblemDetail unreadable(SerializationException unreadable) {
    return problem(
        HttpStatus.INTERNAL_SERVER_ERROR, "a person cannot be decoded: " + unreadable.getMessage());
  }

  /** Redis does not answer or refuses. It may recover soon, and so will the connections. */
  @ExceptionHandler
  ProblemDetail away(DataAccessException away) {
    return problem(
        HttpStatus.SERVICE_UNAVAILABLE,
        "Redis does not serve: " + away.getMostSpecificCause().getMessage());
  }

  private static ProblemDetail problem(HttpStatus status, String reason) {
    return ProblemDetail.forStatusAndDetail(status, reason);
  }
}
